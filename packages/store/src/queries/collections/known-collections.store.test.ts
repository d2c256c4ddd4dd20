import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { writeNextSkeletons } from '../../projections/name-skeletons.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readTradedNames, readVerifiedCollections, readVolumesWithoutWash } from './known-collections.ts'

const idOf = (number: number) => `0x${String(number).padStart(64, '0')}`

async function writeCollections(store: Store, names: readonly string[]): Promise<void> {
  await sql`insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri,
      current_supply, token_standard, last_transaction_version, last_transaction_timestamp)
    select '0x' || lpad(n::text, 64, '0'), '0x1', name, '', '', 1, 'v2', 1, now()
    from unnest(${[...names]}::text[]) with ordinality as named (name, n)`.execute(store.db)
  while ((await writeNextSkeletons(store.db)) > 0);
}

/** Writes all-time volumes by collection. More than the database's whole numbers hold: no decoded price makes the lists of collections fail. */
async function writeVolumes(store: Store, octas: Readonly<Record<number, string>>): Promise<void> {
  const ids = Object.keys(octas).map((number) => idOf(Number(number)))
  await sql`insert into market.collection_stats (collection_id, volume_all_octas, last_version)
    select id, octas::numeric, 1 from unnest(${ids}::text[], ${Object.values(octas)}::text[]) as traded (id, octas)`.execute(
    store.db,
  )
}

test('verified collections are read by volume, traded ones by the skeletons of their names and volume; of each the volume without wash trades', async () => {
  await using store = await createTestStore()
  await writeCollections(store, ['Ape', 'APE', 'Apé', 'A p e', 'Bee', 'Bee', 'Cat'])
  await writeVolumes(store, { 1: '99', 2: '100', 3: '100000000000000000000', 4: '200', 5: '500' })
  await sql`insert into account.verified_collections (collection_id) values (${idOf(6)}), (${idOf(2)})`.execute(
    store.db,
  )
  expect(await readVerifiedCollections(store)).toEqual([
    { collectionId: idOf(2), name: 'APE', isVerified: true },
    { collectionId: idOf(6), name: 'Bee', isVerified: true },
  ])
  const traded = async (skeletons: readonly string[], take: number) =>
    [...(await readTradedNames(store, skeletons, { minVolumeOctas: 100n, take }))].map(([skeleton, rows]) => [
      skeleton,
      rows.map(({ collectionId, isVerified }) => [Number(collectionId), isVerified]),
    ])
  const apes = [
    [3, false],
    [4, false],
    [2, true],
  ]
  expect(await traded(['ape', 'bee', 'cat', 'dog'], 10)).toEqual([
    ['ape', apes],
    ['bee', [[5, false]]],
  ])
  expect(await traded(['ape'], 1)).toEqual([['ape', [[3, false]]]])
  await sql`insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, property_version,
      collection_id, seller, buyer, price_octas, is_wash, at_micros)
    values (1, 0, 'm', 'listing', '0x1', '0x7', 0, ${idOf(4)}, '0xa', '0xa', 60, true, 1),
      (2, 0, 'm', 'listing', '0x1', '0x7', 0, ${idOf(4)}, '0xa', '0xb', 140, false, 1)`.execute(store.db)
  expect(await readVolumesWithoutWash(store, [3, 4, 7, 8].map(idOf))).toEqual(
    new Map([
      [idOf(3), 10n ** 20n],
      [idOf(4), 140n],
      [idOf(7), 0n],
    ]),
  )
})

test('none of thousands of other names, or of copies without a trade, is read', async () => {
  await using store = await createTestStore()
  const others = Array.from({ length: 3_000 }, (_, at) => `Other ${at}`)
  const copies = Array.from({ length: 3_000 }, () => 'Ape')
  await writeCollections(store, [...others, ...copies, 'Ape', 'Ape'])
  await writeVolumes(store, Object.fromEntries([...others.keys(), 6_000, 6_001].map((at) => [at + 1, '1000'])))
  await sql`analyze market.collection_names`.execute(store.db)
  for (const table of ['market.collection_names', 'chain.current_collections_v2'] as const) {
    const read = await countRowsRead(store, table, async (reader) => {
      const found = await readTradedNames(reader, ['ape', 'bee'], { minVolumeOctas: 100n, take: 10 })
      expect(found.get('ape')).toHaveLength(2)
    })
    expect(read).toBeLessThan(10n)
  }
})
