import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { queueListItems } from '@opal/store/projections/token-list-items/queue'
import { CLOSED_MARKETPLACE_TOKEN, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

const TOKENS = [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId, THIRD_TOKEN, CLOSED_MARKETPLACE_TOKEN]
const OWN = 'ipfs://cid/own.svg'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const { pool } = api.store
  await pool.query('delete from chain.current_token_pending_claims')
  for (const [at, id] of TOKENS.entries()) {
    await pool.query('update chain.current_token_datas_v2 set token_uri = $2 where token_data_id = $1', [id, uriOf(at)])
    await pool.query(
      `insert into market.metadata select (jsonb_populate_record(m, jsonb_build_object('uri', $1::text))).*
       from market.metadata m where uri = 'ipfs://cid/0.json'`,
      [uriOf(at)],
    )
    await pool.query(
      `insert into market.activities (version, event_index, kind, marketplace, collection_id, token_data_id, from_address, to_address, price_octas, at_micros)
       values ($1, 0, 'sale', 'first', $2, $3, $4, $5, 100000000, 1789999999000000)`,
      [3000 + at, EXAMPLE.collectionId, id, EXAMPLE.owner, EXAMPLE.buyer],
    )
    await pool.query(
      `insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
         acquired_at_micros, is_in_transit) values ($1, $2, 0, 70, 7, $3, 1, 'mint', 1, false)`,
      [EXAMPLE.owner, id, EXAMPLE.collectionId],
    )
    await pool.query(
      `insert into chain.current_token_pending_claims (token_data_id_hash, property_version, from_address, to_address,
         collection_data_id_hash, creator_address, collection_name, name, amount, table_handle, token_data_id, collection_id,
         last_transaction_version, last_transaction_timestamp)
       select $3, 0, $1, $2, 'hash', $1, 'Monkeys', token_name, 3, '0x1', token_data_id, collection_id, 90, now()
       from chain.current_token_datas_v2 where token_data_id = $3`,
      [EXAMPLE.owner, EXAMPLE.buyer, id],
    )
  }
})
afterAll(() => api[Symbol.asyncDispose]())

const uriOf = (at: number) => `ipfs://cid/item-${at}.json`

type Row = Readonly<Record<string, unknown>>

async function ask(url: string, payload?: object): Promise<readonly Row[]> {
  const answer = await api.server.inject(payload === undefined ? { url } : { method: 'POST', url, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  const body = answer.json() as { readonly data?: readonly Row[]; readonly items?: readonly Row[] }
  return body.data ?? body.items ?? []
}

const { collectionId, owner, buyer } = EXAMPLE
/** Every list of items whose answer names one image for each. */
const LISTS: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  'a collection’s activity': () => ask(`/api/activity/collection/${collectionId}?limit=100`),
  'filtered activity': () => ask(`/api/activities?collectionId=${collectionId}&type=sales&take=100`),
  'all activity': () => ask('/api/activities?take=100'),
  'a token’s activity': async () =>
    (await Promise.all(TOKENS.map((id) => ask(`/api/activity/nft/${id}?take=100`)))).flat(),
  'a wallet’s activity': () => ask(`/data/user/activities/${owner}?take=100`),
  'a wallet’s lots': () => ask(`/data/user/lots/${owner}?take=100`),
  'tokens to claim': () => ask(`/data/user/offers/${buyer}?take=100`),
  'sent tokens': () => ask(`/data/user/offers/${owner}/sent?take=100`),
  'a sweep': () => ask('/api/collection/nfts/sweep', { walletAddress: buyer, collectionId, count: 5 }),
}

// @feature image.fallback
test.each(Object.entries(LISTS))(
  '%s shows the collection’s image of those items whose metadata name none',
  async (_, list) => {
    const { rows } = await api.store.pool.query<{ image: string }>(
      `select image from market.metadata where uri = 'ipfs://cid/Monkeys.json'`,
    )
    const cover = rows[0]?.image
    expect(cover).toEqual(expect.any(String))
    // Of four items every one is without an image once, its list item written or still queued.
    for (const named of [[], TOKENS.slice(0, 2), TOKENS.slice(2), TOKENS]) {
      for (const [at, id] of TOKENS.entries())
        await api.store.pool.query('update market.metadata set image = $2 where uri = $1', [
          uriOf(at),
          named.includes(id) ? OWN : null,
        ])
      await queueListItems(api.store.db, TOKENS)
      for (const isWritten of [false, true]) {
        if (isWritten) await writeQueuedListItems(api.store)
        const shown = (await list()).flatMap((row) => {
          const id = String(row.tokenDataId ?? row.token_data_id)
          return TOKENS.includes(id) ? [[id, row.tokenImage ?? row.image ?? null]] : []
        })
        expect(shown.length).toBeGreaterThan(0)
        expect(shown, `${named.length} named, ${isWritten}`).toEqual(
          shown.map(([id]) => [id, named.includes(String(id)) ? OWN : cover]),
        )
      }
    }
  },
)
