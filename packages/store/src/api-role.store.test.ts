import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Store } from './driver/connection.ts'
import { mayChangeChainRows } from './maintenance/inspect/server-facts.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let owner: Store
let api: Store

beforeAll(async () => {
  database = await createTestDatabase()
  owner = connect({ connectionString: database.databaseUrl, applicationName: 'test' })
  api = connect({ connectionString: database.apiDatabaseUrl, applicationName: 'test' })
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await owner[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** SQLSTATE of a refused statement; `done` when it was carried out. */
async function outcome(statement: string, store = api): Promise<string> {
  const client = await store.pool.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? 'no code'
  } finally {
    await client.query('rollback')
    client.release()
  }
}

interface Relation {
  readonly name: string
  readonly schema: string
  readonly column: string
}

async function tables(): Promise<readonly Relation[]> {
  const { rows } = await owner.pool.query<Relation>(
    `select format('%I.%I', n.nspname, c.relname) as name, n.nspname as schema,
       (select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
         and attidentity = '' and attgenerated = '' limit 1) as column
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('chain', 'market', 'account', 'public') and c.relkind in ('r', 'p')`,
  )
  return rows
}

const REFUSED = '42501'

describe('the user that the API connects as', () => {
  test('reads every table, and which migrations ran', async () => {
    const all = await tables()
    expect(all.length).toBeGreaterThan(50)
    for (const { name } of all) expect(await outcome(`select * from ${name} limit 1`), name).toBe('done')
  })

  test('changes, empties and alters no table of the chain or the market', async () => {
    for (const { name, schema, column } of await tables()) {
      if (schema === 'account') continue
      const forbidden = [
        `insert into ${name} default values`,
        `update ${name} set ${column} = ${column}`,
        `delete from ${name}`,
        `truncate ${name}`,
        `alter table ${name} add column planted text`,
        `drop table ${name} cascade`,
        `create index on ${name} (${column})`,
        `lock table ${name} in exclusive mode`,
      ]
      for (const statement of forbidden) expect(await outcome(statement), statement).toBe(REFUSED)
    }
  })

  test.each([
    'create table market.planted ()',
    'create table chain.planted ()',
    'create table account.planted ()',
    'create table public.planted ()',
    'create schema planted',
    'drop schema market cascade',
    'alter schema chain rename to planted',
    'alter table account.favourites add column planted text',
    'truncate account.favourites',
    'create role planted',
    'set role pg_read_server_files',
    'set session authorization opal',
    "copy chain.events to program 'cat'",
    "select pg_read_file('/etc/passwd')",
    "insert into account.decode_skips (marketplace, version, event_index) values ('opal', 1, 1)",
    'create or replace view public_api.listings as select 1 as planted',
  ])('may not: %s', async (statement) => {
    expect(['42501', '22023', '42704']).toContain(await outcome(statement))
    if (!statement.includes('session authorization')) expect(await outcome(statement, owner)).not.toBe(REFUSED)
  })

  test('writes what belongs to users', async () => {
    for (const { name, schema } of await tables()) {
      if (schema !== 'account' || name === 'account.decode_skips') continue
      expect(await outcome(`delete from ${name}`), name).toBe('done')
    }
    expect(await outcome("insert into account.favourites (wallet, collection_id) values ('0x1', '0x2')")).toBe('done')
  })

  test('has these rights on tables of later migrations too', async () => {
    await owner.pool.query('create table market.later (a int); create table account.later (id bigserial, a int)')
    expect(await outcome('select * from market.later')).toBe('done')
    expect(await outcome('insert into market.later values (1)')).toBe(REFUSED)
    expect(await outcome('insert into account.later (a) values (1)')).toBe('done')
  })

  test('acts for outsiders as the role that reads the public views alone', async () => {
    expect(await outcome('set role opal_public')).toBe('done')
    expect(await outcome('set role opal_public; select * from account.sessions')).toBe(REFUSED)
  })

  test('differs from the owner', async () => {
    expect([await mayChangeChainRows(api), await mayChangeChainRows(owner)]).toEqual([false, true])
  })
})
