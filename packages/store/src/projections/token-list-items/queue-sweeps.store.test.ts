import { readFile } from 'node:fs/promises'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { toListItem } from '../../queries/tokens/token-list-items.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readListItemRows, writeQueuedListItems } from '../../testing/write-queued-list-items.ts'
import { finishMetadataJobs } from '../metadata/documents.ts'
import { finishImageJobs } from '../metadata/images.ts'
import { writeNextListItems } from './worker.ts'

/** More tokens of one wallet than are queued in the transaction that changes its name. */
const MANY = 230

async function nameWallet({ pool }: Pick<Store, 'pool'>, wallet: string, name: string): Promise<void> {
  await pool.query(
    `insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, token_name, registered_address,
      expiration_timestamp, is_deleted, last_transaction_version) values ($2, '', 'v2', $2, $1, '2030-01-01', false, 1)
      on conflict do nothing`,
    [wallet, name],
  )
  await pool.query(
    `insert into chain.current_ans_primary_name_v2 (registered_address, token_standard, domain, subdomain, token_name, is_deleted,
      last_transaction_version) values ($1, 'v2', $2, '', $2, false, 1)
      on conflict (registered_address, token_standard) do update set domain = excluded.domain, token_name = excluded.token_name`,
    [wallet, name],
  )
}

const renames = fc.array(
  fc.record({
    wallet: fc.constantFrom('0xmany', '0xfew'),
    name: fc.constantFrom('opal', 'ruby', 'jade'),
    pieces: fc.nat({ max: 2 }),
  }),
  { minLength: 1, maxLength: 8 },
)

test('a name that changes again and again has each token queued once at a time, however many there are, and shows in the end', async () => {
  await using store = await createTestStore()
  const held = { '0xmany': MANY, '0xfew': 3 }
  for (const [wallet, tokens] of Object.entries(held)) {
    await store.pool.query(
      `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
        token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
        select $1 || n, 'kin', 'n', '', '', '{}', 'v2', false, 1, '2026-01-01' from generate_series(1, $2::integer) n`,
      [wallet, tokens],
    )
    await store.pool.query(
      `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
        select $1 || n, 0, $1, 'kin', 1 from generate_series(1, $2::integer) n`,
      [wallet, tokens],
    )
  }
  const namesOf = async () => {
    const items = (await readListItemRows(store)).map((row) => toListItem(row.token_data_id, row.item))
    return new Set(items.map(({ holder, expiring }) => `${holder} ${expiring?.names[0]?.name}`))
  }
  await fc.assert(
    fc.asyncProperty(renames, async (story) => {
      const last = new Map<string, string>()
      for (const { wallet, name, pieces } of story) {
        // A name leads to one wallet.
        const own = `${name}-of-${wallet}`
        await nameWallet(store, wallet, own)
        last.set(wallet, own)
        for (let piece = 0; piece < pieces; piece += 1) await writeNextListItems(store.db)
        const { rows } = await store.pool.query<{ count: number }>(
          `select count(*)::integer as count from market.token_list_item_queue where token_data_id like '0xmany%'`,
        )
        expect(rows[0]?.count).toBeLessThanOrEqual(MANY)
      }
      await writeQueuedListItems(store)
      const names = await namesOf()
      for (const [wallet, name] of last) expect(names).toContain(`${wallet} ${name}.apt`)
      expect(names.size).toBeLessThanOrEqual(2)
      expect((await store.pool.query('select from market.list_item_sweeps where is_due')).rowCount).toBe(0)
    }),
    { numRuns: runs(15) },
  )
})

test('a name that changes again and again costs its transaction no more for many tokens', async () => {
  await using store = await createTestStore()
  await store.pool.query(
    `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 'token ' || n, 0, '0xmany', 'kin', 1 from generate_series(1, $1::integer) n`,
    [MANY],
  )
  for (const name of ['opal', 'ruby']) await nameWallet(store, '0xmany', name)
  expect((await store.pool.query('select from market.token_list_item_queue')).rowCount).toBe(0)
  await writeNextListItems(store.db)
  await nameWallet(store, '0xfew', 'jade')
  await writeQueuedListItems(store)
  expect((await store.pool.query('select from market.token_list_item_queue')).rowCount).toBe(0)
})

test('a domain that is renewed costs its transaction no more for many wallets with names under it, and their items show that', async () => {
  await using store = await createTestStore()
  const item = `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
    token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
    select $1 || n, 'kin', 'n', '', '', '{}', 'v2', false, 1, '2026-01-01' from generate_series(1, $2::integer) n`
  const holding = `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
    select $1 || n, 0, $1 || 'wallet' || n, 'kin', 1 from generate_series(1, $2::integer) n`
  const name = `insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, token_name, registered_address, expiration_timestamp,
    is_deleted, subdomain_expiration_policy, last_transaction_version)
    select $1, 's' || n, 'v2', 's' || n, $1 || 'wallet' || n, '2020-01-01', false, 1, 1 from generate_series(1, $2::integer) n`
  const primary = `insert into chain.current_ans_primary_name_v2 (registered_address, token_standard, domain, subdomain, token_name, is_deleted,
    last_transaction_version) select $1 || 'wallet' || n, 'v2', $1, 's' || n, 's' || n, false, 1 from generate_series(1, $2::integer) n`
  const wallets = { many: MANY, few: 3 }
  for (const [domain, count] of Object.entries(wallets))
    for (const statement of [item, holding, name, primary]) await store.pool.query(statement, [domain, count])
  await writeQueuedListItems(store)
  const renew = (domain: string, until: string) =>
    store.pool.query(
      `insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, token_name, expiration_timestamp, is_deleted,
        last_transaction_version) values ($1, '', 'v2', $1, $2, false, 1)
        on conflict (domain, subdomain, token_standard) do update set expiration_timestamp = excluded.expiration_timestamp`,
      [domain, until],
    )
  const queued = async () => (await store.pool.query('select from market.token_list_item_queue')).rowCount
  for (const until of ['2030-01-01', '2031-01-01']) {
    await renew('many', until)
    expect(await queued()).toBe(0)
    await renew('few', until)
    expect(await queued()).toBe(wallets.few)
    const sweeps = await store.pool.query('select kind, subject from market.list_item_sweeps where is_due')
    expect(sweeps.rows).toEqual([{ kind: 'domain', subject: 'many' }])
    await writeQueuedListItems(store)
    const shown = (await readListItemRows(store)).map((row) => toListItem(row.token_data_id, row.item))
    const ends = new Set(shown.map(({ expiring }) => expiring?.names[0]?.untilMicros))
    expect(ends).toEqual(new Set([String(Date.parse(`${until}T00:00:00Z`) * 1_000)]))
    expect(shown).toHaveLength(MANY + wallets.few)
  }
  // An earlier release has queued each wallet, and named one by what leads elsewhere.
  await store.pool.query(`insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
    values ('many1', 1, '0xmoved', 'kin', 1)`)
  await nameWallet(store, '0xmoved', 'opal')
  await store.pool.query(`update chain.current_ans_lookup_v2 set registered_address = '0xelse' where domain = 'opal'`)
  await writeQueuedListItems(store)
  await store.pool.query(`insert into market.list_item_sweeps (kind, subject, is_due)
    select 'holder', registered_address, true from chain.current_ans_primary_name_v2 where subdomain <> '' union all select 'holder', '0xother', true`)
  await store.pool.query(
    await readFile(new URL('../../../migrations/0112_domains_for_wallets.sql', import.meta.url), 'utf8'),
  )
  const due = await store.pool.query(
    'select kind, subject from market.list_item_sweeps where is_due order by kind, subject',
  )
  expect(due.rows).toEqual([
    { kind: 'domain', subject: 'few' },
    { kind: 'domain', subject: 'many' },
    { kind: 'holder', subject: '0xother' },
  ])
  const again = await store.pool.query('select token_data_id from market.token_list_item_queue')
  expect(again.rows).toEqual([{ token_data_id: 'many1' }])
})

/** Names that wallets have under a domain, and tokens of a wallet that has one: each many more than may be read. */
const OTHERS = 3_000

test.each(['of the rows', 'missing'])(
  'a name reads no others of its domain when it is written, nor all that its wallet holds, with statistics that are %s',
  async (statistics) => {
    await using store = await createTestStore()
    const subdomain = `insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, token_name, registered_address,
      expiration_timestamp, is_deleted, subdomain_expiration_policy, last_transaction_version)
      select $1, 's' || n, 'v2', 's' || n, $1 || 'wallet' || n, '2020-01-01', false, 1, 1 from generate_series(1, $2::integer) n`
    const primary = `insert into chain.current_ans_primary_name_v2 (registered_address, token_standard, domain, subdomain, token_name,
      is_deleted, last_transaction_version)
      select $1 || 'wallet' || n, 'v2', $1, 's' || n, 's' || n, false, 1 from generate_series(1, $2::integer) n`
    for (const [domain, count] of Object.entries({ crowded: OTHERS, own: 1 }))
      for (const statement of [subdomain, primary]) await store.pool.query(statement, [domain, count])
    await store.pool.query(
      `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
        select 't' || n, 0, 'ownwallet1', 'kin', 1 from generate_series(1, $1::integer) n`,
      [OTHERS],
    )
    const tables = ['chain.current_ans_lookup_v2', 'chain.current_ans_primary_name_v2', 'market.token_holders'] as const
    if (statistics !== 'missing') await store.pool.query(`analyze ${tables.join(', ')}`)
    const written = (domain: string, sub: string) =>
      rowsReadByWriter(store, tables, (db) =>
        sql`insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, token_name, expiration_timestamp, is_deleted,
          last_transaction_version) values (${domain}, ${sub}, 'v2', ${domain}, '2031-01-01', false, 1)
          on conflict (domain, subdomain, token_standard) do update set expiration_timestamp = excluded.expiration_timestamp`.execute(
          db,
        ),
      )
    const names = {
      'one more': ['crowded', 'new'],
      known: ['crowded', 's7'],
      domain: ['crowded', ''],
      own: ['own', ''],
    } as const
    for (const [name, [domain, sub]] of Object.entries(names))
      for (const read of await written(domain, sub)) expect(Number(read), name).toBeLessThan(500)
    const due = await store.pool.query(
      'select kind, subject from market.list_item_sweeps where is_due order by subject',
    )
    expect(due.rows).toEqual([
      { kind: 'domain', subject: 'crowded' },
      { kind: 'domain', subject: 'own' },
    ])
  },
)

test('a document that changes again and again has each token queued once at a time, and shows in the end with its image', async () => {
  await using store = await createTestStore()
  await store.pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
      token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
      select 'token ' || n, 'kin', 'n', '', 'ipfs://shared', '{}', 'v2', false, 1, '2026-01-01' from generate_series(1, $1::integer) n`,
    [MANY],
  )
  await store.pool.query(`insert into market.metadata (uri, status) values ('ipfs://shared', 'pending')`)
  const queued = async () => (await store.pool.query('select from market.token_list_item_queue')).rowCount
  const finish = (image: string) =>
    finishMetadataJobs(store.db, [
      { uri: 'ipfs://shared', status: 'ready', image, animationUrl: null, category: null, attributes: null },
    ])
  for (const image of ['ipfs://a', 'ipfs://b', 'ipfs://c']) {
    await finish(image)
    await finishImageJobs(store.db, [{ src: image, status: 'ready', width: 2, height: 3, colour: '#00ff00' }])
    expect(await queued()).toBeLessThanOrEqual(2 * MANY)
    await writeNextListItems(store.db)
    await finish(`${image}/more`)
  }
  await finish('ipfs://c')
  await writeQueuedListItems(store)
  const items = (await readListItemRows(store)).map((row) => toListItem(row.token_data_id, row.item).token)
  expect(items).toHaveLength(MANY)
  expect(new Set(items.map((item) => item?.image))).toEqual(new Set(['ipfs://c']))
  expect(new Set(items.map((item) => item?.imageFacts?.width))).toEqual(new Set([2]))
  expect((await store.pool.query('select from market.list_item_sweeps where is_due')).rowCount).toBe(0)
})
