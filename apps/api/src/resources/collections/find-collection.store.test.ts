import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

const SLUG = 'monkeys-c0c0c0c0'
/** Ids before and after the known one that begin with the same digits; trying names finds such ids. */
const MADE = Array.from(
  { length: 12 },
  (_, at) => `0xc0c0c0c0${at % 2 === 0 ? '0' : 'f'}${String(at).padStart(55, '0')}`,
)

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  for (const id of MADE) {
    await api.store.pool.query(
      `insert into chain.current_collections_v2 select (c).* from (
         select jsonb_populate_record(c, jsonb_build_object('collection_id', $1::text, 'collection_name', 'Monkeys!')) c
         from chain.current_collections_v2 c where collection_id = $2) made`,
      [id, EXAMPLE.collectionId],
    )
  }
})
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(() =>
  api.store.pool.query(
    `delete from account.verified_collections; update market.collection_stats set volume_all_octas = 0`,
  ),
)

async function found(slug = SLUG): Promise<string> {
  return (await api.server.inject({ url: `/api/collection/${slug}` })).json().collectionId
}
const sold = (id: string, octas: number) =>
  api.store.pool.query(
    `insert into market.collection_stats (collection_id, volume_all_octas, last_version) values ($1, $2, 1)
     on conflict (collection_id) do update set volume_all_octas = excluded.volume_all_octas`,
    [id, octas],
  )

// @feature route.collection
it('a slug that others have as well leads to the collection that was sold most, not to the first id', async () => {
  await sold(EXAMPLE.collectionId, 500)
  for (const id of MADE) await sold(id, 10)
  expect(await found()).toBe(EXAMPLE.collectionId)
})

// @feature route.collection
it('a slug that others have as well leads to a verified collection, whatever the others were sold for', async () => {
  for (const id of MADE) await sold(id, 10)
  await api.store.pool.query('insert into account.verified_collections (collection_id) values ($1)', [
    EXAMPLE.collectionId,
  ])
  expect(await found()).toBe(EXAMPLE.collectionId)
})

it('wash trades make no collection the one that is meant', async () => {
  const [made = ''] = MADE
  await sold(EXAMPLE.collectionId, 500)
  await sold(made, 900)
  await api.store.pool.query(
    `insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, property_version, collection_id,
       seller, buyer, price_octas, is_wash, at_micros)
     values (1, 0, 'somewhere', 'listing', '0x1', '0x7', 0, $1, '0xa', '0xa', 800, true, 1)`,
    [made],
  )
  expect(await found()).toBe(EXAMPLE.collectionId)
})

it('an old name leads nowhere once others have its digits', async () => {
  await sold(EXAMPLE.collectionId, 500)
  expect(await found('apes-c0c0c0c0')).toBeUndefined()
})
