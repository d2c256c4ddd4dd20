import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { connect } from '../driver/connection.ts'
import { queryRows } from './query-rows.ts'
import { createTestDatabase, type Filling } from './test-database.ts'

const name = () => `test_${randomBytes(4).toString('hex')}`

async function run(databaseUrl: string, text: string) {
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  return await queryRows(store, text)
}

test('writes a template once for concurrent callers, and gives each a copy of its own', async () => {
  let fills = 0
  const filling: Filling = {
    name: name(),
    async fill(databaseUrl) {
      fills += 1
      await run(databaseUrl, 'create table filled as select 1 as one')
    },
  }
  await using first = await createTestDatabase({ filling })
  const others = await Promise.all([1, 2, 3].map(() => createTestDatabase({ filling })))
  await run(first.databaseUrl, 'insert into filled values (2)')
  for (const other of others) {
    expect(await run(other.databaseUrl, 'select one from filled')).toEqual([{ one: 1 }])
    // Behind the migrations.
    expect(await run(other.databaseUrl, 'select * from market.sales')).toEqual([])
    await other[Symbol.asyncDispose]()
  }
  expect(fills).toBe(1)
})

test('a filling that failed half way is no template: the next one writes it whole', async () => {
  let isWell = false
  const filling: Filling = {
    name: name(),
    async fill(databaseUrl) {
      await run(databaseUrl, 'create table filled as select 1 as one')
      if (!isWell) throw new Error('half way')
      await run(databaseUrl, 'insert into filled values (2)')
    },
  }
  await expect(createTestDatabase({ filling })).rejects.toThrow('half way')
  isWell = true
  await using database = await createTestDatabase({ filling })
  expect(await run(database.databaseUrl, 'select one from filled order by one')).toEqual([{ one: 1 }, { one: 2 }])
})
