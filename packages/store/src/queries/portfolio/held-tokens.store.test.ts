import { describe, expect, it } from 'vitest'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { findHeldTokens, type HeldTokensOrder } from './held-tokens.ts'

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
