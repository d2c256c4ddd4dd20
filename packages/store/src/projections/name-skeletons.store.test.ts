import { runs } from '@opal/domain/testing/effort/config'
import { nameSkeleton } from '@opal/domain/text/name-skeleton'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../driver/connection.ts'
import { createTestStore } from '../testing/test-store.ts'
import { writeNextSkeletons } from './name-skeletons.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** Names of which some differ in case only, and some have one skeleton. */
const name = fc.constantFrom('Ape', 'APE', 'I2', 'i2', 'ΗERO', 'ηero', 'Hero', '🐵', '', 'ﷺ'.repeat(60))
const write = fc.record({ id: fc.nat(3), name: fc.option(name) })
/** Writes that follow one another, some of them with a worker at the same time. */
const history = fc.array(fc.tuple(write, fc.constantFrom('before', 'during', 'later')), { maxLength: 12 })

/** Writes a name as the indexer does, or deletes the collection. */
async function writeName({ id, name: text }: { readonly id: number; readonly name: string | null }): Promise<void> {
  if (text === null)
    await sql`delete from chain.current_collections_v2 where collection_id = ${String(id)}`.execute(store.db)
  else
    await sql`insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri,
        current_supply, token_standard, last_transaction_version, last_transaction_timestamp)
      values (${String(id)}, '0x1', ${text}, '', '', 1, 'v2', 1, now())
      on conflict (collection_id) do update set collection_name = excluded.collection_name`.execute(store.db)
}

it('each collection has the skeleton of its name in the end, however names and workers follow one another', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (writes) => {
      await sql`delete from chain.current_collections_v2`.execute(store.db)
      const names = new Map<number, string>()
      for (const [one, worker] of writes) {
        if (worker === 'before') await writeNextSkeletons(store.db)
        await Promise.all([
          writeName(one),
          ...(worker === 'during' ? [1, 2].map(() => writeNextSkeletons(store.db)) : []),
        ])
        if (one.name === null) names.delete(one.id)
        else names.set(one.id, one.name)
      }
      while ((await writeNextSkeletons(store.db)) > 0);
      const { rows } = await sql<{ id: string; folded: string; skeleton: string | null }>`
        select collection_id as id, folded, skeleton from market.collection_names order by 1`.execute(store.db)
      expect(rows).toEqual(
        [...names]
          .toSorted(([a], [b]) => a - b)
          .map(([id, text]) => ({ id: String(id), folded: text.toLowerCase(), skeleton: nameSkeleton(text) })),
      )
    }),
    { numRuns: runs(40) },
  )
})

it.each([
  ['I2', 'i2'],
  ['i2', 'I2'],
  ['ΗERO', 'ηero'],
])('a name that only changes in case, as from %s to %s, may have another skeleton', async (before, after) => {
  await sql`delete from chain.current_collections_v2`.execute(store.db)
  for (const text of [before, after]) {
    await writeName({ id: 1, name: text })
    await writeNextSkeletons(store.db)
    const { rows } = await sql`select folded, skeleton from market.collection_names`.execute(store.db)
    expect(rows).toEqual([{ folded: text.toLowerCase(), skeleton: nameSkeleton(text) }])
  }
  expect(nameSkeleton(after)).not.toBe(nameSkeleton(before))
})

it('a worker passes over names that are being written, and makes them afterwards', async () => {
  await sql`delete from chain.current_collections_v2`.execute(store.db)
  await writeName({ id: 1, name: 'Ape' })
  await writeName({ id: 2, name: 'Bee' })
  await store.db.transaction().execute(async (writer) => {
    await sql`update chain.current_collections_v2 set collection_name = 'APES' where collection_id = '1'`.execute(
      writer,
    )
    expect(await writeNextSkeletons(store.db)).toBe(1)
  })
  expect(await writeNextSkeletons(store.db)).toBe(1)
  expect(await writeNextSkeletons(store.db)).toBe(0)
  const { rows } = await sql`select folded, skeleton from market.collection_names order by collection_id`.execute(
    store.db,
  )
  expect(rows).toEqual([
    { folded: 'apes', skeleton: 'apes' },
    { folded: 'bee', skeleton: 'bee' },
  ])
})
