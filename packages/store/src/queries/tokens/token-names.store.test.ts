import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { type Reader, readRows } from '../read-rows.ts'
import { findTokensByName } from './read-tokens.ts'
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
