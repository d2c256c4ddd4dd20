import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setKeyBytes } from '../../accounts/token-sets.ts'
import { connect, type Store } from '../../driver/connection.ts'
import { openClient } from '../../driver/open-client.ts'
import { BackupError } from '../../errors.ts'
import { readLastChangeId } from '../../queries/activity/changes.ts'
import { appendChanges } from '../../testing/append-changes.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { BACKED_UP, backupAccount, NOT_BACKED_UP } from './backup-account.ts'
import { continueFeed } from './continue-feed.ts'
import { checkBackup, restoreAccount } from './restore-account.ts'

/**
 * Text as people write it: quotes, tabs, all kinds of line ends, what COPY and JSON escape, and numbers beyond
 * doubles.
 */
const HOSTILE = 'a\tb\n\r\n\\. "c" \'d\' \u2028 \u2029 \u0085 \\N {"e":1} ☃ 🦉'
const LARGE = '9007199254740993123'

const home = mkdtempSync(join(tmpdir(), 'opal-backup-'))
const file = join(home, 'account.json.gz')
let database: TestDatabase
let store: Store
let before: Awaited<ReturnType<typeof rowsOf>>

beforeAll(async () => {
  database = await createTestDatabase()
  store = connect({ connectionString: database.databaseUrl, applicationName: 'test' })
  await fill(store)
  before = await rowsOf(store)
})
afterAll(async () => {
  await store[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  rmSync(home, { recursive: true, force: true })
})

async function fill({ pool }: Store): Promise<void> {
  await pool.query(
    `insert into account.favourites (wallet, collection_id) select '0x' || n, '0xc' from generate_series(1, 5000) n`,
  )
  await pool.query(
    `insert into account.flag_requests (collection_id, wallet, reason, remarks, asked_at)
     values ('0xc', '0x1', 'spam', $1, '2026-01-02 03:04:05.678901+00'), ('0xd', '0x2', 'spam', '', now())`,
    [HOSTILE],
  )
  await pool.query(
    `insert into account.verified_collections (collection_id, is_featured) values ('0xc', true), ('0xd', false)`,
  )
  await pool.query(
    `insert into account.decode_skips (marketplace, version, event_index, event_type, message, skipped_by, reason)
     values ('opal', ${LARGE}, 1, 't', 'm', 'ana', $1)`,
    [HOSTILE],
  )
  await pool.query(`insert into account.notification_wallets (wallet, seen_at) values ('0x1', now())`)
  await pool.query(
    `insert into account.notifications (wallet, type, cause, at_micros, price_octas, is_read)
     values ('0x1', 'sold', $1, ${LARGE}, 18446744073709551615, true), ('0x1', 'outbid', '', 0, null, false)`,
    [HOSTILE],
  )
  await pool.query(`insert into account.notification_settings values ('0x1', 'floor-moved', false, 250)`)
  await pool.query(`insert into account.notification_floors values ('0x1', '0xc', 18446744073709551615)`)
  await pool.query(
    `insert into account.token_sets (root, collection_id, tokens, size)
     values ('ab', '0xc', array['\\x00ff', convert_to($1, 'UTF8')], 2)`,
    [LARGE],
  )
  await pool.query(`insert into account.sessions values ('hash', '0x1', now(), now() + interval '1 day')`)
}

const execute = promisify(execFile)

/** Calls a function of a module in a process that has little memory, as a small container has. */
async function inLittleMemory(module: string, call: string, ...args: readonly unknown[]): Promise<unknown> {
  const source = `
    import { ${call} } from ${JSON.stringify(new URL(module, import.meta.url))}
    process.stdout.write(JSON.stringify(await ${call}(...${JSON.stringify(args)})))`
  const options = ['--max-old-space-size=96', '--input-type=module', '--eval', source]
  return JSON.parse((await execute(process.execPath, options)).stdout)
}

/** Every row as text, by table. */
async function rowsOf({ pool }: Store): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = {}
  for (const table of BACKED_UP) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from account.${table} t order by 1`)
    all[table] = rows.map(({ row }) => row)
  }
  return all
}

describe('a backup of what people and the operator said', () => {
  test('knows every table of the schema: what it holds, and what it leaves out', async () => {
    const { rows } = await store.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'account' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([...BACKED_UP, ...Object.keys(NOT_BACKED_UP)].sort())
  })

  test('is written, the rows are lost, and every one comes back as it was', async () => {
    const written = await backupAccount(database.databaseUrl, file)
    expect(written).toMatchObject({ favourites: 5_000, flag_requests: 2, verified_collections: 2, decode_skips: 1 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain('hash')
    await using fresh = await createTestStore()
    expect(await restoreAccount({ databaseUrl: fresh.connectionString, file })).toEqual(written)
    expect(await rowsOf(fresh)).toEqual(before)
    expect(before.decode_skips?.[0]).toContain(LARGE)
    for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0)

    await store.pool.query(`truncate ${BACKED_UP.map((table) => `account.${table}`).join(', ')}`)
    await restoreAccount({ databaseUrl: database.databaseUrl, file })
    expect(await rowsOf(store)).toEqual(before)
    // Sequences continue after the restored rows.
    for (const { pool } of [store, fresh])
      await pool.query(
        `insert into account.flag_requests (collection_id, wallet, reason, remarks, asked_at) values ('0xe', '0x3', 'r', '', now())`,
      )
    for (const { pool } of [store, fresh])
      await pool.query(`delete from account.flag_requests where collection_id = '0xe'`)
  })

  // @feature operate.live-after-restore
  test('is restored to a database whose changes come behind all that open pages have had of the former one', async () => {
    const change = { version: 1n, at_micros: 1n, collection_id: '0xc', kind: 'floor_change', payload: {} } as const
    await appendChanges(store, Array(50).fill(change))
    const had = await readLastChangeId(store)
    await using fresh = await createTestStore()
    await appendChanges(fresh, [change])
    for (let turn = 0; turn < 2; turn += 1) {
      const before = await readLastChangeId(fresh)
      await restoreAccount({ databaseUrl: fresh.connectionString, file, replace: true })
      await appendChanges(fresh, [change])
      const next = await readLastChangeId(fresh)
      expect(next > had && next > before).toBe(true)
    }
    await using empty = await createTestDatabase({ migrated: false })
    const client = await openClient(empty.databaseUrl, 'test')
    await continueFeed(client)
    await client.end()
  })

  test('is not written over rows of the database unless asked, and then instead of them', async () => {
    await expect(restoreAccount({ databaseUrl: database.databaseUrl, file })).rejects.toThrow('holds rows already')
    await store.pool.query(`insert into account.favourites (wallet, collection_id) values ('0xnew', '0xnew')`)
    await restoreAccount({ databaseUrl: database.databaseUrl, file, replace: true })
    expect(await rowsOf(store)).toEqual(before)
  })

  test('that is damaged changes nothing', async () => {
    const text = gunzipSync(readFileSync(file)).toString()
    const whole = readFileSync(file)
    const damaged: Readonly<Record<string, readonly [Buffer, string]>> = {
      'no-head': [gzipSync('{"format":"else"}\n'), 'no backup of accounts'],
      empty: [gzipSync(''), 'is empty'],
      'half-a-row': [gzipSync(text.slice(0, -20)), 'ends in the middle of a row'],
      'foreign-table': [gzipSync(`${text.split('\n')[0]}\npg_authid\t{}\n`), 'a row of no table'],
      'cut-off': [whole.subarray(0, 2_000), 'is cut short'],
      'no-gzip': [Buffer.from('hello'), 'no backup of accounts'],
    }
    for (const [name, [bytes, sentence]] of Object.entries(damaged)) {
      const path = join(home, name)
      writeFileSync(path, bytes)
      await expect(checkBackup(path), name).rejects.toThrow(sentence)
      const restored = restoreAccount({ databaseUrl: database.databaseUrl, file: path, replace: true })
      await expect(restored, name).rejects.toThrow(sentence)
      expect(await rowsOf(store), name).toEqual(before)
    }
    await expect(checkBackup(home)).rejects.toThrow(new BackupError(`${home} is no backup of accounts.`))
  })

  test.each([
    ['favourites', '{"wallet":null}', null],
    ['favourites', '{"wallet":"0x1","collection_id":"0xc","x', null],
    ['verified_collections', '{"collection_id":"0xe","is_featured":"perhaps"}', null],
    ['verified_collections', '{"collection_id":"0xc","is_featured":true}', null],
    ['favourites', '{"wallet":"0x1","collection_id":"0xc"}', 'lost_column'],
  ])('with a row of %s that the database refuses is named, and changes nothing: %s', async (table, row, column) => {
    const [head = '', ...rows] = gunzipSync(readFileSync(file)).toString().split('\n')
    const { tables, ...format } = JSON.parse(head)
    const named = { ...tables, [table]: [...tables[table], ...(column === null ? [] : [column])] }
    const path = join(home, 'refused-row')
    writeFileSync(
      path,
      gzipSync(`${[JSON.stringify({ ...format, tables: named }), ...rows].join('\n')}${table}\t${row}\n`),
    )
    const restored = restoreAccount({ databaseUrl: database.databaseUrl, file: path, replace: true })
    const error = await restored.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BackupError)
    expect(String(error)).toContain(`${path} holds rows of account.${table} that this database refuses (`)
    expect(await rowsOf(store)).toEqual(before)
  })

  test('that is cut short anywhere is refused, and a whole one is not', async () => {
    const whole = readFileSync(file)
    const path = join(home, 'cut-anywhere')
    for (const length of [0, 1, 9, 10, 11, 100, 1_000, whole.length - 9, whole.length - 8, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length))
      await expect(checkBackup(path), `${length} bytes`).rejects.toThrow(BackupError)
    }
    await checkBackup(file)
  })

  test('says what is wrong with it: a row without end, a table that no backup has, a folder', async () => {
    const head = gunzipSync(readFileSync(file)).toString().split('\n')[0]
    const reasonOf = async (lines: string) => {
      const path = join(home, 'hostile')
      writeFileSync(path, gzipSync(`${head}\n${lines}`))
      return restoreAccount({ databaseUrl: database.databaseUrl, file: path, replace: true }).catch(String)
    }
    expect(await reasonOf(`favourites\t${' '.repeat(20_000_000)}`)).toContain('holds a row that is longer than any')
    for (const table of ['constructor', '__proto__', 'toString'])
      expect(await reasonOf(`${table}\t{}\n`)).toContain('holds a row of no table that a backup has')
    expect(await rowsOf(store)).toEqual(before)
  })

  test('is written and read in little memory, however large the sets are that anyone announced', async () => {
    await using large = await createTestStore()
    await using fresh = await createTestStore()
    const sets = 100
    await large.pool.query(
      `insert into account.token_sets (root, collection_id, tokens, size)
       select lpad(n::text, 64, '0'), '0xc', array_fill($1::bytea, array[10000]), 10000 from generate_series(1, ${sets}) n`,
      [setKeyBytes(`0x${'ab'.repeat(32)}/18446744073709551615`)],
    )
    const path = join(home, 'large')
    const written = await inLittleMemory('./backup-account.ts', 'backupAccount', large.connectionString, path)
    expect(written).toMatchObject({ token_sets: sets })
    const options = { databaseUrl: fresh.connectionString, file: path }
    expect(await inLittleMemory('./restore-account.ts', 'restoreAccount', options)).toEqual(written)
    const { rows } = await fresh.pool.query(
      'select count(*)::int as sets from account.token_sets where tokens[10000] is not null',
    )
    expect(rows).toEqual([{ sets }])
  })

  test('that fails leaves no file', async () => {
    const folder = join(home, 'empty')
    await expect(backupAccount(database.databaseUrl, join(folder, 'a.gz'))).rejects.toThrow()
    await using empty = await createTestDatabase({ migrated: false })
    await expect(backupAccount(empty.databaseUrl, join(home, 'none.gz'))).rejects.toThrow()
    expect(readdirSync(home).filter((name) => name.includes('none'))).toEqual([])
  })
})
