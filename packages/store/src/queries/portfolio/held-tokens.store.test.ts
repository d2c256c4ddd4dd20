import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { findHeldTokens, type HeldToken, type HeldTokensOrder } from './held-tokens.ts'

const EDITIONS = 300n

it('orders the listed editions of a v1 token without reading all of them for each', async () => {
  await using store = await createTestStore()
  await store.pool.query(`
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 'poster', n, '0xa', 'posters', 1 from generate_series(1, ${EDITIONS}) n;
    insert into market.listings
      select 'bazaar', n::text, 'poster', n, 'v1', 'posters', '0xa', 1000 - n, 'open', 'valid', n, n, n, 0, n from generate_series(1, ${EDITIONS}) n;
    insert into market.collection_stats (collection_id, floor_octas, last_version) values ('posters', 700, 1);
    analyze market.token_holders, market.listings`)
  const orders: readonly HeldTokensOrder[] = ['listed_price', 'listed_at', 'floor_distance']
  for (const order of orders) {
    const find = (reader: Parameters<typeof findHeldTokens>[0]) =>
      findHeldTokens(reader, { holder: '0xa' }, { order, descending: true, take: 1 })
    const [first] = await find(store)
    expect(first?.propertyVersion, order).toBe(order === 'listed_at' ? EDITIONS : 1n)
    expect(await countRowsRead(store, 'market.listings', find), order).toBeLessThan(3n * EDITIONS)
  }
})

describe('the orders by collection and by value', () => {
  const tokens = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 30 }).map(String),
      collection: fc.constantFrom(null, 'c1', 'c2', 'c3', 'c4'),
      amount: fc.constantFrom(0n, 1n, 1n, 2n),
    }),
    { selector: ({ id }) => id, maxLength: 20 },
  )
  /** Two of the same value, one of none, and one without stats. */
  const VALUES: Readonly<Record<string, number>> = { c1: 5, c2: 7, c3: 7 }

  // @feature portfolio.sort
  it('are those of the whole list, page by page, whatever is held', async () => {
    await using store = await createTestStore()
    await store.pool.query(`insert into market.collection_stats (collection_id, floor_octas, last_version)
      select * from (values ('c1', 5, 1), ('c2', 7, 1), ('c3', 7, 1)) v`)
    await fc.assert(
      fc.asyncProperty(
        tokens,
        fc.constantFrom<HeldTokensOrder>('collection', 'value'),
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        async (held, order, descending, take) => {
          await store.pool.query('delete from market.token_holders')
          for (const { id, collection, amount } of held)
            await store.pool.query(
              `insert into market.token_holders values ($1, 0, '0xa', $2, $3), ($1, 0, '0xb', $2, 1)`,
              [...[id, collection, amount]],
            )
          const none = descending ? -1 : 1e38
          const keyOf = ({ id, collection }: (typeof held)[number]) => [
            ...[order === 'value' ? (VALUES[collection ?? ''] ?? none) : 0, collection ?? '', id],
          ]
          const wanted = held
            .filter(({ amount }) => amount > 0n)
            .map((one) => ({ id: one.id, key: keyOf(one) }))
            .toSorted((a, b) => compareKeys(a.key, b.key) * (descending ? -1 : 1))
            .map(({ id }) => id)
          const found: HeldToken[] = []
          for (let after: HeldToken | undefined; ; ) {
            const page = await findHeldTokens(
              store,
              { holder: '0xa' },
              { order, descending, take, ...(after && { after }) },
            )
            found.push(...page)
            after = page.at(-1)
            if (after === undefined) break
          }
          expect(found.map(({ tokenDataId }) => tokenDataId)).toEqual(wanted)
          const second = await findHeldTokens(store, { holder: '0xa' }, { order, descending, take, offset: take })
          expect(second.map(({ tokenDataId }) => tokenDataId)).toEqual(wanted.slice(take, 2 * take))
        },
      ),
      { numRuns: runs(40) },
    )
  })

  it('look at each collection once, however many of its tokens are held', async () => {
    await using store = await createTestStore()
    await store.pool.query(`
      insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
        select 't' || n, 0, '0xa', 'c' || n % 3, 1 from generate_series(1, 3000) n;
      insert into market.collection_stats (collection_id, floor_octas, last_version) select 'c' || n, n, 1 from generate_series(0, 2) n;
      analyze market.token_holders, market.collection_stats`)
    const find = (reader: Parameters<typeof findHeldTokens>[0]) =>
      findHeldTokens(reader, { holder: '0xa' }, { order: 'value', descending: true, take: 50 })
    expect((await find(store)).map(({ collectionId }) => collectionId)).toEqual(Array(50).fill('c2'))
    expect(await countRowsRead(store, 'market.collection_stats', find)).toBeLessThan(20n)
  })
})

/** Compares numbers as such, and texts by their characters. */
function compareKeys(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [at, value] of one.entries()) {
    const against = other[at] as string | number
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}

describe('the order by name', () => {
  const numbered = (numbers: number, last: number) => `${'a1'.repeat(numbers - 1)}a${last}`

  it.each([
    ['puts 9 before 10 where a name has five numbers', 5, ['ape2', 'ape1']],
    ['compares the characters of a name that has more than five numbers', 6, ['ape1', 'ape2']],
  ])('%s', async (_, numbers, ids) => {
    await using store = await createTestStore()
    const names = [numbered(numbers, 10), numbered(numbers, 9)]
    await store.pool.query(
      `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
          token_standard, last_transaction_version, last_transaction_timestamp)
        select 'ape' || n, 'apes', name, '', '', '{}', 'v2', 1, now() from unnest($1::text[]) with ordinality as t (name, n)`,
      [names],
    )
    await store.pool.query(`insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select token_data_id, 0, '0xa', 'apes', 1 from chain.current_token_datas_v2`)
    const found = await findHeldTokens(store, { holder: '0xa' }, { order: 'name', descending: false, take: 2 })
    expect(found.map(({ tokenDataId }) => tokenDataId)).toEqual(ids)
  })
})
