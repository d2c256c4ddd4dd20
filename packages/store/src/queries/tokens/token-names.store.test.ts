import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { type Reader, readRows } from '../read-rows.ts'
import { findTokenByNumber, findTokensByName } from './read-tokens.ts'
import { nameMatches } from './token-filter.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const names = fc.array(
  fc.tuple(fc.constantFrom('Ape', 'APE', 'ape', 'Épée', 'x_y', "d'or"), fc.constantFrom(' #', '-', ' '), fc.nat(30)),
  { maxLength: 8 },
)
/** Text that means itself as an expression, too. */
const pattern = fc.constantFrom('', 'a', 'aP', 'PE #1', '#1', 'X_Y', "D'", '-2', 'é', 'ÉP', 'pée', 'zz')

it('finds text in names in whatever case, as an expression would', async () => {
  await fc.assert(
    fc.asyncProperty(names, pattern, async (parts, text) => {
      const all = parts.map(([word, sign, number]) => word + sign + number)
      const matching = async (isExpression: boolean) =>
        await readRows(
          store,
          sql<{ name: string }>`select name from unnest(${all}::text[]) with ordinality as given (name, n)
            where ${nameMatches({ pattern: text, isExpression }, sql`name`)} order by n`,
        )
      const found = await matching(false)
      expect(found).toEqual(await matching(true))
      const folded = text.toLowerCase()
      expect(found.map(({ name }) => name)).toEqual(all.filter((name) => name.toLowerCase().includes(folded)))
    }),
    { numRuns: runs(60) },
  )
})

it('reads as many tokens of a name as are asked for, however many have it and however long it is', async () => {
  const long = 'y'.repeat(5_000)
  await store.pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
        token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
      select left(name, 1) || lpad(n::text, 5, '0'), 'c', name, '', '', '{}', 'v2', n % 10 = 0, 1, now()
      from generate_series(1, 3000) n cross join unnest($1::text[]) as name`,
    [['Ape #1', 'Bee #1', long]],
  )
  await store.pool.query('analyze chain.current_token_datas_v2')
  for (const name of ['Ape #1', long]) {
    const find = (reader: Reader) => findTokensByName(reader, name, { take: 20 })
    const ids = Array.from({ length: 22 }, (_, at) => at + 1).filter((n) => n % 10 !== 0)
    expect(await find(store)).toEqual(ids.map((n) => name.slice(0, 1) + String(n).padStart(5, '0')))
    expect(await countRowsRead(store, 'chain.current_token_datas_v2', find)).toBeLessThan(60n)
  }
  expect(await findTokensByName(store, 'Ape', { take: 20 })).toEqual([])
})

const numbered = fc.tuple(
  fc.constantFrom('', 'Ape #', 'Ape #00', 'A', '7 ', 'é-', '0', '٣'),
  fc.oneof(fc.nat(12).map(String), fc.constant('12345678901234567890'), fc.constant('')),
  fc.constantFrom('', '', '', ' ', 'x'),
)

it('finds the token of a number, the first by name of those that end in it', async () => {
  const anyNames = fc.array(
    numbered.map((parts) => parts.join('')),
    { maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(anyNames, fc.nat(12), async (names, number) => {
      await store.pool.query('delete from chain.current_token_datas_v2')
      await store.pool.query(
        `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
            token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
          select 't' || lpad(n::text, 2, '0') || c, c, name, '', '', '{}', 'v2', n = 3, 1, now()
          from unnest($1::text[]) with ordinality as t (name, n) cross join unnest(array['c', 'd']) as c`,
        [names],
      )
      for (const wanted of [String(number), '12345678901234567890']) {
        const pattern = new RegExp(`(^|[^0-9])0*${wanted}$`)
        const [expected = null] = names
          .map((name, at) => ({ name, at }))
          .filter(({ name, at }) => at !== 2 && pattern.test(name))
          .toSorted(
            (a, b) =>
              [...a.name].length - [...b.name].length ||
              Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) ||
              a.at - b.at,
          )
          .map(({ at }) => `t${String(at + 1).padStart(2, '0')}c`)
        expect(await findTokenByNumber(store, 'c', wanted)).toBe(expected)
      }
    }),
    { numRuns: runs(60) },
  )
})

it('reads a few tokens of a number, however many the collection has, and not all that have the same', async () => {
  await store.pool.query('delete from chain.current_token_datas_v2')
  await store.pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
        token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
      select c || lpad(n::text, 5, '0'), c, 'Ape #' || case when n <= 4000 then n else 5000 end, '', '', '{}', 'v2', false, 1, now()
      from generate_series(1, 8000) n cross join unnest(array['c', 'd']) as c`,
  )
  await store.pool.query('analyze chain.current_token_datas_v2')
  const rowsFor = (number: string, id: string | null) =>
    countRowsRead(store, 'chain.current_token_datas_v2', async (reader) => {
      const found = await findTokenByNumber(reader, 'c', number)
      expect(found?.slice(0, 1)).toBe(id?.slice(0, 1))
    })
  expect(await rowsFor('77', 'c00077')).toBeLessThan(5n)
  expect(await rowsFor('4001', null)).toBeLessThan(5n)
  expect(await rowsFor('5000', 'c04001')).toBeLessThan(2_100n)
})

it('reads a few pages for a number of a large collection, before the statistics of the index of numbers are gathered', async () => {
  await store.pool.query('delete from chain.current_token_datas_v2')
  // One large collection among 4,000 of one token: a plan for any collection expects few.
  await store.pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
        token_standard, last_transaction_version, last_transaction_timestamp)
      select 't' || n, case when n <= 8000 then 'large' else 'small' || n end, 'Ape #' || n, '', '', '{}', 'v2', 1, now()
      from generate_series(1, 12000) n`,
  )
  await store.pool.query('analyze chain.current_token_datas_v2')
  await store.pool.query(`select pg_clear_attribute_stats('chain', 'token_numbers', 'hashtextextended', false)`)
  const { pages } = await workForAnyParameters(store, async (reader) => {
    expect(await findTokenByNumber(reader, 'large', '7999')).toBe('t7999')
    expect(await findTokenByNumber(reader, 'large', '8001')).toBeNull()
  })
  expect(pages).toBeLessThan(20)
})
