import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { arrayLiteral } from './array-literal.ts'

test('an array literal is read as the values that it was made of', async () => {
  await using database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  const ask = async (type: string, values: readonly unknown[]) => {
    const { rows } = await client.query(`select $1::${type}[]::text[] as texts`, [arrayLiteral(values)])
    return rows[0]?.texts
  }
  try {
    const texts = fc.array(fc.option(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''))))
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        expect(await ask('text', values)).toEqual(values)
      }),
    )
    const special = ['null', 'NULL', '', ' ', '{}', '{"a"}', 'a,b', '\\', '\\"', '"', "'", '\n\t', null]
    expect(await ask('text', special)).toEqual(special)
    expect(await ask('numeric', [-1n, 2n ** 256n, null])).toEqual(['-1', String(2n ** 256n), null])
    expect(await ask('integer', [0, -7])).toEqual(['0', '-7'])
    expect(await ask('boolean', [true, false, null])).toEqual(['true', 'false', null])
    expect(await ask('text', [])).toEqual([])
  } finally {
    await client.end()
  }
})

test('other things are left to the driver', () => {
  expect(arrayLiteral([['nested']])).toBeNull()
  expect(arrayLiteral(['text', new Uint8Array(1)])).toBeNull()
  expect(arrayLiteral([{ a: 1 }])).toBeNull()
})
