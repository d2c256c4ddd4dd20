import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { writeNextSkeletons } from '@opal/store/projections/name-skeletons'
import { QUIET_COLLECTION } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

const APT = 100_000_000n
const LIKE = QUIET_COLLECTION
const KNOWN = EXAMPLE.collectionId

let api: TestApi

beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  await api.store.pool.query('delete from account.verified_collections')
  await api.store.pool.query('delete from market.sales where is_wash')
  await write({ [KNOWN]: ['Aptos Monkeys', 100n * APT], [LIKE]: ['Арtоs M0nkeys', 10n * APT] })
})

async function write(collections: Readonly<Record<string, readonly [name: string, volumeOctas: bigint]>>) {
  const { pool } = api.store
  for (const [id, [name, octas]] of Object.entries(collections)) {
    await pool.query('update chain.current_collections_v2 set collection_name = $1 where collection_id = $2', [
      name,
      id,
    ])
    await pool.query(
      `insert into market.collection_stats (collection_id, volume_all_octas, last_version) values ($1, $2, 1)
      on conflict (collection_id) do update set volume_all_octas = excluded.volume_all_octas`,
      [id, octas],
    )
  }
  while ((await writeNextSkeletons(api.store.db)) > 0);
}

/** Flags a part of a collection's volume as wash trades. */
async function flag(id: string, octas: bigint): Promise<void> {
  await api.store.pool.query('delete from market.sales where is_wash')
  await api.store.pool.query(
    `insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, property_version, collection_id,
      seller, buyer, price_octas, is_wash, at_micros)
    values (1, 0, 'somewhere', 'listing', '0x1', '0x7', 0, $1, '0xa', '0xa', $2, true, 1)`,
    [id, octas],
  )
}

async function verify(id: string): Promise<void> {
  await api.store.pool.query('insert into account.verified_collections (collection_id) values ($1)', [id])
}

interface Named {
  readonly collectionId: string
  readonly looksLike: { readonly collectionName: string; readonly isVerified: boolean } | null
}

/** Returns the look-alikes of a collection in its page, the ranked list and a search. */
async function looksLike(id: string) {
  const get = async (url: string) => (await api.server.inject({ url })).json()
  const lists = await Promise.all([
    get('/aggregator/collection?take=50'),
    get('/aggregator/collection?take=50&wash=exclude'),
    get('/aggregator/collection/search/monkeys?take=50'),
    get(`/aggregator/collection/search/${encodeURIComponent('M0nkeys')}?take=50`),
  ])
  const rows: Named[] = lists.flatMap(({ data }: { data: Named[] }) => data.filter((one) => one.collectionId === id))
  expect(rows.length).toBeGreaterThan(1)
  const detail: Named = await get(`/api/collection/${id}`)
  for (const row of rows) expect(row.looksLike).toEqual(detail.looksLike)
  return detail.looksLike
}

// @feature collection.look-alike
it('warns of a collection whose name looks like that of one with ten times its volume', async () => {
  expect(await looksLike(LIKE)).toMatchObject({ collectionName: 'Aptos Monkeys', isVerified: false })
  expect(await looksLike(KNOWN)).toBeNull()
})

// @feature collection.look-alike
it('less than ten times its volume, or hardly any, proves nothing', async () => {
  await write({ [LIKE]: ['Арtоs M0nkeys', 10n * APT + 1n] })
  expect(await looksLike(LIKE)).toBeNull()
  await write({ [KNOWN]: ['Aptos Monkeys', 10n * APT - 1n], [LIKE]: ['Арtоs M0nkeys', 0n] })
  expect(await looksLike(LIKE)).toBeNull()
})

// @feature collection.look-alike
it('wash trades make no collection better known, whether the shown stats include them or not', async () => {
  // All of the copy's volume is traded with itself.
  await write({ [KNOWN]: ['Aptos Monkeys', 5n * APT], [LIKE]: ['Арtоs M0nkeys', 50n * APT] })
  await flag(LIKE, 50n * APT)
  expect(await looksLike(KNOWN)).toBeNull()
  // Of a volume of ten, half an APT is no wash trade; the other has sixty.
  await write({ [KNOWN]: ['Aptos Monkeys', 60n * APT], [LIKE]: ['Арtоs M0nkeys', 10n * APT] })
  await flag(LIKE, (95n * APT) / 10n)
  expect(await looksLike(LIKE)).toMatchObject({ collectionName: 'Aptos Monkeys' })
  expect(await looksLike(KNOWN)).toBeNull()
})

// @feature collection.look-alike
it('a verified collection is imitated whatever was traded, and never imitates', async () => {
  await verify(LIKE)
  expect(await looksLike(KNOWN)).toMatchObject({ collectionName: 'Арtоs M0nkeys', isVerified: true })
  expect(await looksLike(LIKE)).toBeNull()
  await verify(KNOWN)
  expect(await looksLike(KNOWN)).toBeNull()
})

// @feature collection.look-alike
it('another name is not warned of', async () => {
  await write({ [LIKE]: ['Aptos M0nkeys Two', 0n] })
  expect(await looksLike(LIKE)).toBeNull()
})
