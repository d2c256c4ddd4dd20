import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { queryRows } from '../testing/query-rows.ts'
import { createTestStore } from '../testing/test-store.ts'

const SCALE = new URL('../../../../docs/reference/scale.md', import.meta.url)

/** Returns the tables of each row of the document's table of keys, with the column that the row names. */
function documentedKeys(): readonly { readonly table: string; readonly key: string }[] {
  const [, section = ''] = readFileSync(SCALE, 'utf8').split('## Distribution keys')
  const rows = [...section.matchAll(/^\| `?([a-z_]+|none|all)`? \| (`[^|]+`) \|/gm)]
  return rows.flatMap(([, key = '', tables = '']) =>
    [...tables.matchAll(/`([a-z_.0-9]+)`/g)].map(([, table = '']) => ({ table, key })),
  )
}

test('the document of sizes names a key for every table, and each is a column that it has', async () => {
  await using store = await createTestStore()
  const tables = await queryRows<{ name: string; columns: readonly string[] }>(
    store,
    `select format('%s.%s', nspname, relname) as name, array_agg(attname::text) as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on attrelid = c.oid and attnum > 0
      where relkind = 'r' and nspname in ('chain', 'market', 'account') group by 1 order by 1`,
  )
  const keys = documentedKeys()
  expect(keys.map(({ table }) => table).toSorted()).toEqual(tables.map(({ name }) => name))
  for (const { table, key } of keys) {
    const columns = tables.find(({ name }) => name === table)?.columns ?? []
    if (key !== 'none' && key !== 'all') expect(columns, table).toContain(key)
  }
})
