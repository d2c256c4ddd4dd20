import { activity } from '@opal/contract/activities'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import { queueListItems } from '@opal/store/projections/token-list-items/queue'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

const STRANGE = 'A "name"\u001f with\u001e\n\u00e9\u{1f600} signs'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await change`update chain.current_token_datas_v2 set token_name = ${STRANGE} where token_data_id = ${EXAMPLE.tokenDataId}`
  await change`insert into market.activities (version, event_index, kind, marketplace, collection_id, token_data_id, from_address,
      to_address, price_octas, amount, order_id, at_micros)
    select 1000 + n, n, kind, ${'opal'}, ${EXAMPLE.collectionId},
      case n % 3 when 0 then ${EXAMPLE.tokenDataId} when 1 then ${EXAMPLE.listedTokenDataId} end,
      case when n % 4 < 3 then ${EXAMPLE.owner} end, case when n % 4 > 1 then ${EXAMPLE.buyer} end,
      case when n % 2 = 0 then n * 100000000 end, case when n % 5 = 0 then n end,
      case when n % 2 = 0 then 'an "order" ' || n end, 1789999999000000 + n
    from unnest(${[...ACTIVITY_KINDS]}::text[]) with ordinality as k(kind, n)`
  // One of a token without metadata, and one of a token without a known collection.
  await change`insert into market.activities (version, event_index, kind, collection_id, token_data_id, from_address, at_micros)
    values (2000, 0, 'mint', ${EXAMPLE.collectionId}, ${`0x${'9e'.repeat(32)}`}, ${EXAMPLE.owner}, 1790000000000000),
      (2001, 0, 'transfer', null, ${EXAMPLE.tokenDataId}, ${EXAMPLE.owner}, 1790000000000001)`
})
afterAll(() => api[Symbol.asyncDispose]())

/** Values go as parameters. */
async function change(parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<void> {
  const text = parts.reduce((all, part, at) => `${all}$${at}${part}`)
  await api.store.pool.query(text, [...values])
}

async function ask(path: string) {
  const answer = await api.server.inject({ method: 'GET', url: path })
  expect(answer.statusCode, path).toBe(200)
  return answer.json() as { data: { id: string }[]; nextCursor: string | null }
}

/** Walks are read as texts; whatever is asked for more closely goes another way. */
async function bothWays() {
  const walk = (await ask(`/api/activity/collection/${EXAMPLE.collectionId}?limit=100`)).data
  const looked = (
    await ask(`/api/activities?collectionId=${EXAMPLE.collectionId}&timestamp=9000000000000000000&take=100`)
  ).data
  const ofToken = (await ask(`/api/activity/nft/${EXAMPLE.tokenDataId}?take=100`)).data
  const tokenLooked = (
    await ask(`/api/activities?tokenDataId=${EXAMPLE.tokenDataId}&timestamp=9000000000000000000&take=100`)
  ).data
  return { walk, looked, ofToken, tokenLooked }
}

// @feature wallets.follow
test('the last trade of each of some wallets is read in one call, also where two traded with each other', async () => {
  const [one, other, quiet] = ['a1', 'a2', 'a3'].map((byte) => `0x${byte.repeat(32)}`)
  const add = (version: number, kind: string, from: string | undefined, to: string | undefined) =>
    change`insert into market.activities (version, event_index, kind, collection_id, token_data_id, from_address, to_address, price_octas, at_micros)
      values (${version}, 0, ${kind}, ${EXAMPLE.collectionId}, ${EXAMPLE.tokenDataId}, ${from}, ${to}, 420000000, 1790000000000002)`
  await add(2100, 'sale', one, EXAMPLE.buyer)
  await add(2101, 'accept-token-bid', other, one)
  await add(2102, 'transfer', one, other)
  await add(2103, 'transfer', quiet, EXAMPLE.buyer)
  try {
    const body = { wallet_address: [quiet, other, one] }
    const answer = await api.server.inject({ method: 'POST', url: '/data/user/last-trades', payload: body })
    const { data } = answer.json() as { data: { walletAddress: string; trade: { id: string; kind: string } }[] }
    expect(data.map(({ walletAddress, trade }) => [walletAddress, trade.id, trade.kind])).toEqual([
      [other, '2101-0', 'accept-token-bid'],
      [one, '2101-0', 'accept-token-bid'],
    ])
  } finally {
    await change`delete from market.activities where version between ${2100} and ${2103}`
  }
})

test('a walk shows every kind of activity as it is shown elsewhere, with and without list items', async () => {
  const before = await bothWays()
  expect(before.walk.length).toBeGreaterThan(ACTIVITY_KINDS.length)
  expect(before.walk).toEqual(before.looked)
  expect(before.ofToken).toEqual(before.tokenLooked)
  expect(before.walk.map((row) => activity.parse(row))).toEqual(before.walk)
  expect(JSON.stringify(before.walk)).toContain(JSON.stringify(STRANGE))
  await queueListItems(api.store.db, [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId])
  await writeQueuedListItems(api.store)
  expect(await bothWays()).toEqual(before)
})

// @feature activity.rows
test('a row names a buyer and a seller only where its kind has one, and says the standard of its token', async () => {
  const rows = (await bothWays()).walk.map((row) => activity.parse(row)).filter(({ version }) => version < '2000')
  const address = (wallet: { walletAddress: string } | null) => wallet?.walletAddress ?? null
  for (const { kind, buyer, seller, from, to, tokenStandard } of rows) {
    const isBid = kind.includes('bid') && !kind.startsWith('accept')
    expect(address(seller), kind).toBe(isBid || kind === 'mint' ? null : from)
    expect(address(buyer), kind).toBe(isBid ? (from ?? to) : kind === 'mint' ? (to ?? from) : to)
    expect(tokenStandard).toBe('v2')
  }
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(ACTIVITY_KINDS))
  await change`update chain.current_collections_v2 set token_standard = 'v1' where collection_id = ${EXAMPLE.collectionId}`
  const { walk, looked } = await bothWays()
  expect(walk).toEqual(looked)
  expect(activity.parse(walk[0]).tokenStandard).toBe('v1')
})

test('paging continues where the page ended, by cursor and by page', async () => {
  const path = `/api/activity/collection/${EXAMPLE.collectionId}`
  const all = (await ask(`${path}?limit=100`)).data
  const first = await ask(`${path}?limit=3`)
  const second = await ask(`${path}?limit=3&cursor=${first.nextCursor}`)
  expect([...first.data, ...second.data]).toEqual(all.slice(0, 6))
  expect((await ask(`${path}?limit=3&page=2`)).data).toEqual(second.data)
  const last = await ask(`${path}?limit=${all.length}`)
  expect([last.data.length, last.nextCursor]).toEqual([all.length, null])
})

test('a walk names accounts by their names until those run out', async () => {
  await change`insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, registered_address, expiration_timestamp,
      token_name, is_deleted, last_transaction_version)
    values ('walker', '', 'v2', ${EXAMPLE.owner}, '2100-01-01', 'walker.apt', false, 1)`
  await change`insert into chain.current_ans_primary_name_v2 (registered_address, token_standard, domain, subdomain, token_name,
      is_deleted, last_transaction_version) values (${EXAMPLE.owner}, 'v2', 'walker', '', 'walker.apt', false, 1)`
  const { walk, looked } = await bothWays()
  expect(walk).toEqual(looked)
  expect(JSON.stringify(walk)).toContain('"aptosName":"walker.apt"')
  await change`update chain.current_ans_lookup_v2 set expiration_timestamp = '2001-01-01' where domain = 'walker'`
  expect(JSON.stringify((await bothWays()).walk)).not.toContain('walker.apt')
})
