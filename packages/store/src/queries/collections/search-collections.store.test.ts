import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { type SearchPlace, searchCollections } from './search-collections.ts'

const NAMES = [
  'Lazy Monkeys Club',
  'Golden Monkeys Society',
  'Bored Lions',
  'Snowmonkeyland',
  '50% Off_Art',
  'Season 170',
  'Season 17',
  'Drop #1717',
  'Drop #17',
]
const idOf = (number: number) => `0x${String(number).padStart(64, '0')}`

let store: Store

beforeAll(async () => {
  store = await createTestStore()
  await sql`insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri,
      current_supply, token_standard, last_transaction_version, last_transaction_timestamp)
    select '0x' || lpad(n::text, 64, '0'), '0x1', name, '', '', 1, 'v2', 1, now()
    from unnest(${NAMES}::text[]) with ordinality as t(name, n)`.execute(store.db)
  await sql`insert into market.collection_stats (collection_id, volume_all_octas, last_version)
    values (${idOf(1)}, 10, 1), (${idOf(2)}, 20, 1), (${idOf(4)}, 90, 1), (${idOf(6)}, 80, 1), (${idOf(8)}, 70, 1), (${idOf(9)}, 5, 1)`.execute(
    store.db,
  )
})
afterAll(() => store[Symbol.asyncDispose]())

async function found(text: string): Promise<readonly (string | undefined)[]> {
  const places = await searchCollections(store, { text, take: 10 })
  return places.map(({ collectionId }) => NAMES[Number(collectionId.slice(2)) - 1])
}

test('any word is found by its beginning, most traded first, and before names that hold the text elsewhere', async () => {
  expect(await found('monk')).toEqual(['Golden Monkeys Society', 'Lazy Monkeys Club', 'Snowmonkeyland'])
  expect(await found('CLUB lazy')).toEqual(['Lazy Monkeys Club'])
})

// @feature search.collections
test('names with exactly the searched number come before those whose number begins with it, however little they traded', async () => {
  const [seasons, drops] = [
    ['Season 17', 'Season 170'],
    ['Drop #17', 'Drop #1717'],
  ] as const
  expect(await found('season 17')).toEqual(seasons)
  expect(await found('drop #17')).toEqual(drops)
  for (const text of ['#17', '17']) {
    expect(await found(text)).toEqual(['Drop #17', 'Season 17', 'Season 170', 'Drop #1717'])
    let [after, all]: [SearchPlace | undefined, string[]] = [undefined, []]
    do {
      const page: readonly SearchPlace[] = await searchCollections(store, { text, take: 1, ...(after && { after }) })
      after = page[0]
      all = [...all, ...page.map(({ collectionId }) => collectionId)]
    } while (after !== undefined)
    expect(all).toEqual([idOf(9), idOf(7), idOf(6), idOf(8)])
  }
})

test('parts count from three letters on, two only begin words', async () => {
  expect(await found('owmon')).toEqual(['Snowmonkeyland'])
  expect(await found('li')).toEqual(['Bored Lions'])
  expect(await found('nk')).toEqual([])
})

test('names that nearly match are found only where nothing else is', async () => {
  expect(await found('lioms')).toEqual(['Bored Lions'])
})

test('signs of patterns and queries mean themselves', async () => {
  expect(await found('off_art')).toEqual(['50% Off_Art'])
  for (const text of ['%', '_', "'", '!:*', '(((', '&|', '\\', 'a'.repeat(5_000), ' '])
    await expect(found(text)).resolves.toBeDefined()
  expect(await found('%%%')).toEqual([])
})

test('pages go on where the one before ended, through all phases', async () => {
  const first = await searchCollections(store, { text: 'monk', take: 2 })
  const last = first.at(-1)
  const rest = await searchCollections(store, { text: 'monk', take: 2, ...(last && { after: last }) })
  expect(rest.map(({ phase, collectionId }) => [phase, collectionId])).toEqual([['parts', idOf(4)]])
})

test('a new name and a new volume are found immediately', async () => {
  await sql`update chain.current_collections_v2 set collection_name = 'Quiet Otters' where collection_id = ${idOf(3)}`.execute(
    store.db,
  )
  expect((await searchCollections(store, { text: 'otter', take: 5 })).map(({ collectionId }) => collectionId)).toEqual([
    idOf(3),
  ])
  await sql`update market.collection_stats set volume_all_octas = 99 where collection_id = ${idOf(1)}`.execute(store.db)
  expect((await found('monk'))[0]).toBe('Lazy Monkeys Club')
})

test('names that hold the text elsewhere are not looked for while those that begin with it fill the page', async () => {
  await using large = await createTestStore()
  await large.pool.query(`
    insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
        token_standard, last_transaction_version, last_transaction_timestamp)
      select 'c' || n, '0x1', case when n <= 20 then 'Otter ' else 'Seaotter ' end || n, '', '', 1, 'v2', 1, now()
      from generate_series(1, 3000) n;
    analyze market.collection_names`)
  const find = (take: number) => (reader: Parameters<typeof searchCollections>[0]) =>
    searchCollections(reader, { text: 'otter', take })
  expect((await find(10)(large)).every(({ phase }) => phase === 'words')).toBe(true)
  expect((await find(21)(large)).at(-1)?.phase).toBe('parts')
  expect(await countRowsRead(large, 'market.collection_names', find(10))).toBeLessThan(100n)
})
