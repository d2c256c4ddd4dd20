import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../driver/connection.ts'
import { seedSmallMarket } from '../testing/small-market.ts'
import { createTestStore } from '../testing/test-store.ts'
import { addFavourites, countFavourites } from './favourites.ts'

const id = (byte: string) => `0x${byte.repeat(32)}`
const ids = {
  collectionId: id('c0'),
  tokenDataId: id('70'),
  listedTokenDataId: id('71'),
  owner: id('a1'),
  buyer: id('b0'),
}
const COLLECTIONS = Array.from({ length: 8 }, (_, at) => id(`e${at}`))

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids, marketplace: 'opal', nowMicros: 1_790_000_000_000_000n })
  await store.pool.query(
    `insert into chain.current_collections_v2
      select (jsonb_populate_record(c, jsonb_build_object('collection_id', added.id))).*
      from chain.current_collections_v2 c, unnest($1::text[]) as added(id) where c.collection_id = $2`,
    [COLLECTIONS, ids.collectionId],
  )
})
afterAll(() => store[Symbol.asyncDispose]())

it('keeps no more favourites than a wallet may have, also when they are added concurrently', async () => {
  for (let at = 0; at < 5; at += 1) {
    const wallet = id(`f${at}`)
    const answers = await Promise.all(COLLECTIONS.map((collection) => addFavourites(store, wallet, [collection], 3)))
    expect(await countFavourites(store, wallet)).toBe(3)
    expect(answers.filter((answer) => answer !== null)).toHaveLength(3)
  }
})

it('takes favourites that a wallet has already, and counts them once', async () => {
  const wallet = id('a9')
  const [first = '', second = '', third = '', fourth = ''] = COLLECTIONS
  expect(await addFavourites(store, wallet, [first, second], 3)).toEqual([first, second])
  expect(await addFavourites(store, wallet, [first, second, third], 3)).toEqual([first, second, third])
  expect(await addFavourites(store, wallet, [third, fourth], 3)).toBeNull()
  expect(await countFavourites(store, wallet)).toBe(3)
})
