import { runs } from '@opal/domain/testing/effort/config'
import { formatMicros } from '@opal/domain/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../driver/connection.ts'
import { nameLookups, primaryNames } from '../schema/names.ts'
import { countRowsRead } from '../testing/count-rows-read.ts'
import { insertRows } from '../testing/insert-rows.ts'
import { createTestStore } from '../testing/test-store.ts'
import { readListItemRows, writeQueuedListItems } from '../testing/write-queued-list-items.ts'
import { findNamedAddress, readPrimaryNames } from './names.ts'
import { toListItem } from './tokens/token-list-items.ts'

const DAY = 86_400_000_000n
const NOW = 20_000n * DAY
const WALLET = `0x${'a'.padStart(64, '0')}`

/** Days from now at which a name ends. */
const days = fc.constantFrom(-400, -1, 1, 400)
const name = fc.record({
  standard: fc.constantFrom('v1', 'v2'),
  /** Null for a domain that is not known. */
  domain: fc.option(days, { nil: null }),
  subdomain: days,
  policy: fc.constantFrom(null, 0n, 1n),
  leadsElsewhere: fc.boolean(),
})

async function write(store: Store, { standard, domain, subdomain, policy, leadsElsewhere }: NameStory): Promise<void> {
  const row = { domain: 'petra', token_standard: standard, is_deleted: false, token_data_id: null }
  const ending = (inDays: number) => formatMicros(NOW + BigInt(inDays) * DAY)
  const lookup = {
    ...row,
    subdomain: 'anna',
    token_name: 'anna.petra.apt',
    registered_address: leadsElsewhere ? '0xb' : WALLET,
    expiration_timestamp: ending(subdomain),
    subdomain_expiration_policy: policy,
    last_transaction_version: 1n,
  }
  await insertRows(store, nameLookups, [lookup])
  const { token_data_id: _, ...primary } = { ...row, subdomain: 'anna', token_name: 'anna.petra.apt' }
  await insertRows(store, primaryNames, [{ ...primary, registered_address: WALLET, last_transaction_version: 1n }])
  if (domain === null) return
  const parent = { ...lookup, subdomain: '', token_name: 'petra.apt', subdomain_expiration_policy: null }
  await insertRows(store, nameLookups, [{ ...parent, expiration_timestamp: ending(-1_000) }])
  // Renewed after everything was written.
  await writeQueuedListItems(store)
  await insertRows(store, nameLookups, [{ ...parent, expiration_timestamp: ending(domain) }])
}

type NameStory = typeof name extends fc.Arbitrary<infer Story> ? Story : never

test('a subdomain ends with its domain where its policy says so, and by its own time elsewhere', async () => {
  await using store = await createTestStore()
  await store.pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
      token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
      values ('0x7', 'kin', 'n', '', '', '{}', 'v2', false, 1, '2026-01-01')`,
  )
  await store.pool.query(
    `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      values ('0x7', 0, $1, 'kin', 1)`,
    [WALLET],
  )
  await fc.assert(
    fc.asyncProperty(name, async (story) => {
      await store.pool.query('truncate chain.current_ans_lookup_v2, chain.current_ans_primary_name_v2')
      await write(store, story)
      const endsIn = story.policy === 1n ? story.domain : story.subdomain
      const isOpen = endsIn !== null && endsIn > 0
      const text = isOpen && !story.leadsElsewhere ? 'anna.petra.apt' : undefined
      expect((await readPrimaryNames(store, [WALLET], NOW)).get(WALLET)).toBe(text)
      const address = story.leadsElsewhere ? '0xb' : WALLET
      const found = await findNamedAddress(store, { domain: 'petra', subdomain: 'anna' }, NOW)
      expect(found).toBe(isOpen ? address : null)
      await writeQueuedListItems(store)
      const [item] = (await readListItemRows(store)).map((row) => toListItem(row.token_data_id, row.item))
      const shown = (item?.expiring?.names ?? []).filter(({ untilMicros }) => BigInt(untilMicros) > NOW)
      expect(shown.map((one) => one.name)).toEqual(text === undefined ? [] : [text])
    }),
    { numRuns: runs(60) },
  )
})

test('the name of a wallet is read without the others that lead to it, however many those are', async () => {
  await using store = await createTestStore()
  const lookups = `insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, token_name, registered_address, expiration_timestamp,
    is_deleted, last_transaction_version)
    select $1 || n, '', 'v2', $1 || n, case when $1 = 'one' then '0x' || n else '0xmany' end, '2030-01-01', false, 1
    from generate_series(1, $2::integer) n`
  await store.pool.query(lookups, ['one', 3_000])
  await store.pool.query(`insert into chain.current_ans_primary_name_v2 (registered_address, token_standard, domain, subdomain, token_name, is_deleted,
    last_transaction_version)
    select '0x' || n, 'v2', 'one' || n, '', 'one' || n, false, 1 from generate_series(1, 3000) n
    union all select '0xmany', 'v2', 'many7', '', 'many7', false, 1`)
  await store.pool.query('analyze chain.current_ans_lookup_v2, chain.current_ans_primary_name_v2')
  await store.pool.query(lookups, ['many', 3_000])
  for (const wallets of [['0xmany'], ['0xmany', '0x1', '0x2']]) {
    const read = await countRowsRead(store, 'chain.current_ans_lookup_v2', async (reader) => {
      const names = await readPrimaryNames(reader, wallets, 1_790_000_000_000_000n)
      expect(names.get('0xmany')).toBe('many7.apt')
    })
    expect(Number(read)).toBeLessThan(20)
  }
})
