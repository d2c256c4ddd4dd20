import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestStore } from '../../testing/test-store.ts'
import { readKnownCollections, readVolumesWithoutWash } from './known-collections.ts'

const idOf = (number: number) => `0x${String(number).padStart(64, '0')}`

test('known collections are the verified ones and the most traded above a volume, in this order; of each the volume without wash trades', async () => {
  await using store = await createTestStore()
  await sql`insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri,
      current_supply, token_standard, last_transaction_version, last_transaction_timestamp)
    select '0x' || lpad(n::text, 64, '0'), '0x1', 'Name ' || n, '', '', 1, 'v2', 1, now() from generate_series(1, 6) n`.execute(
    store.db,
  )
  await sql`insert into market.collection_stats (collection_id, volume_all_octas, last_version)
    values (${idOf(1)}, 99, 1), (${idOf(2)}, 100, 1), (${idOf(3)}, 300, 1), (${idOf(4)}, 200, 1)`.execute(store.db)
  // More than the database's whole numbers hold: no decoded price makes the lists of collections fail.
  await sql`update market.collection_stats set volume_all_octas = 1e20 where collection_id = ${idOf(3)}`.execute(
    store.db,
  )
  await sql`insert into account.verified_collections (collection_id) values (${idOf(5)}), (${idOf(2)})`.execute(
    store.db,
  )
  const known = async (take: number) =>
    (await readKnownCollections(store, { minVolumeOctas: 100n, take })).map(({ name, isVerified }) => [
      name,
      isVerified,
    ])
  const verified = [
    ['Name 2', true],
    ['Name 5', true],
  ]
  expect(await known(10)).toEqual([...verified, ['Name 3', false], ['Name 4', false]])
  expect(await known(1)).toEqual([...verified, ['Name 3', false]])
  await sql`insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, property_version,
      collection_id, seller, buyer, price_octas, is_wash, at_micros)
    values (1, 0, 'm', 'listing', '0x1', '0x7', 0, ${idOf(4)}, '0xa', '0xa', 60, true, 1),
      (2, 0, 'm', 'listing', '0x1', '0x7', 0, ${idOf(4)}, '0xa', '0xb', 140, false, 1)`.execute(store.db)
  expect(await readVolumesWithoutWash(store, [3, 4, 6, 7].map(idOf))).toEqual(
    new Map([
      [idOf(3), 10n ** 20n],
      [idOf(4), 140n],
      [idOf(6), 0n],
    ]),
  )
})
