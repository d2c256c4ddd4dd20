import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { refreshNextRarity } from '../../projections/rarity/worker.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { writeQueuedListItems } from '../../testing/write-queued-list-items.ts'
import { readTraitSummary } from './trait-summary.ts'

const COLLECTION = `0x${'c0'.repeat(32)}`

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** Writes tokens, each for sale for as many octas as its number says, of which the metadata has a long text. */
async function writeTokens(count: number): Promise<void> {
  const id = `'0x' || lpad(to_hex(n), 64, '0')`
  const each = 'from generate_series(1, $1::int) n'
  const write = (statement: string, values: readonly unknown[]) => store.pool.query(statement, [...values])
  await write(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_standard,
       token_properties, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
     select ${id}, $2, ${id}, '', ${id}, 'v2', '{}', false, n, now() ${each}`,
    [count, COLLECTION],
  )
  await write(
    `insert into market.metadata (uri, status, attributes, attempts, next_attempt_at, fetched_at)
     select ${id}, 'ready', jsonb_build_array(jsonb_build_object('trait_type', 'Number', 'value', n::text),
       jsonb_build_object('trait_type', 'Story', 'value', repeat('x', 30000))), 1, now(), now() ${each}
     on conflict (uri) do nothing`,
    [count],
  )
  await write(
    `insert into market.listings (marketplace, listing_id, token_data_id, property_version, token_standard, collection_id, seller,
       price_octas, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
     select 'opal', ${id}, ${id}, 0, 'v2', $2, '0xa', n, 'open', 'valid', n, 1, n, 0, 1 ${each}`,
    [count, COLLECTION],
  )
  await write('insert into market.rarity_queue (collection_id) values ($1)', [COLLECTION])
  while ((await refreshNextRarity(store.db)) !== null);
  await write(`insert into market.token_list_item_queue (token_data_id, collection_id) select ${id}, $2 ${each}`, [
    count,
    COLLECTION,
  ])
}

/** Returns how many tokens the floors are of, and whether those are all that are for sale: while list items wait, and then by these. */
async function readNumbers() {
  const read = async () => {
    const summary = await readTraitSummary(store, COLLECTION)
    const floors = summary?.floors.get('Number') ?? new Map<string, bigint>()
    // They are the cheapest.
    expect([...floors]).toEqual(Array.from(floors, (_, at) => [String(at + 1), BigInt(at + 1)]))
    return { isWhole: summary?.isWhole, tokens: floors.size }
  }
  const looked = await read()
  await writeQueuedListItems(store)
  return [looked, await read()]
}

describe('readTraitSummary', () => {
  beforeEach(() => emptyDatabase(store.db))

  it('reads all that is for sale of a collection with few tokens', async () => {
    await writeTokens(20)
    expect(await readNumbers()).toEqual([
      { isWhole: true, tokens: 20 },
      { isWhole: true, tokens: 20 },
    ])
  })

  it('stops at two million bytes of what strangers have written, and says that there is more', async () => {
    await writeTokens(100)
    for (const { isWhole, tokens } of await readNumbers()) {
      expect(isWhole).toBe(false)
      expect(tokens).toBeGreaterThan(60)
      expect(tokens).toBeLessThan(67)
    }
  })

  it('counts the tokens that are listed with a trait, each once', async () => {
    await writeTokens(6)
    // The first two tokens share a number; the second is also listed elsewhere, for more.
    const ids = [1, 2].map((n) => `0x${String(n).padStart(64, '0')}`)
    await store.pool.query(
      `update market.metadata set attributes = '[{"trait_type":"Number","value":"1"}]' where uri = any ($1::text[])`,
      [ids],
    )
    await store.pool.query(
      `insert into market.listings select (o).* from (select jsonb_populate_record(l,
         jsonb_build_object('listing_id', '0xff', 'marketplace', 'wapal', 'price_octas', 9)) as o
       from market.listings l where l.token_data_id = $1) made`,
      [ids[1]],
    )
    const read = async () => {
      const summary = await readTraitSummary(store, COLLECTION)
      return [summary?.floors, summary?.listed].map((values) => Object.fromEntries(values?.get('Number') ?? []))
    }
    const expected = [
      { 1: 1n, 3: 3n, 4: 4n, 5: 5n, 6: 6n },
      { 1: 2, 3: 1, 4: 1, 5: 1, 6: 1 },
    ]
    expect(await read()).toEqual(expected)
    await writeQueuedListItems(store)
    expect(await read()).toEqual(expected)
  })
})
