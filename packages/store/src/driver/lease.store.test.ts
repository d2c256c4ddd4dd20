import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { connect, type Database } from './connection.ts'
import { withLease } from './lease.ts'

const never = new AbortController().signal

function open(connectionString: string) {
  return connect({ connectionString, applicationName: 'opal-test' })
}

test('the second process waits until the first is done', async () => {
  await using database = await createTestDatabase()
  await using store = open(database.databaseUrl)
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  const { promise: isWaiting, resolve: waits } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
  const reported: string[] = []
  const first = withLease(store.db, { name: 'work', signal: never }, async () => {
    holds()
    await isDone
    reported.push('first')
  })
  await isHeld
  const second = withLease(store.db, { name: 'work', signal: never, onWaiting: waits }, async () => {
    reported.push('second')
  })
  await isWaiting
  done()
  await Promise.all([first, second])
  expect(reported).toEqual(['first', 'second'])
})

test('a holder whose connection is cut cannot write, and is replaced', async () => {
  await using database = await createTestDatabase()
  await using store = open(database.databaseUrl)
  await using other = open(database.databaseUrl)
  const lost = withLease(store.db, { name: 'work', signal: never }, async (held) => {
    const cut =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid in (select pid from pg_locks where locktype = 'advisory')"
    await other.pool.query(cut)
    await held.selectFrom('market.marketplaces').selectAll().execute()
  })
  await expect(lost).rejects.toThrow()
  expect(await withLease(other.db, { name: 'work', signal: never }, async () => 'mine')).toBe('mine')
})

test('a holder that was killed during a long statement is replaced before the statement is done', async () => {
  await using database = await createTestDatabase()
  await using store = open(database.databaseUrl)
  await using other = open(database.databaseUrl)
  const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
  const lost = withLease(store.db, { name: 'work', signal: never }, async (held) => {
    holds()
    await sql`select pg_sleep(600)`.execute(held)
  }).catch((error: unknown) => error)
  await isHeld
  const busy =
    "select from pg_stat_activity where query like '%pg_sleep(600)' and state = 'active' and pid <> pg_backend_pid()"
  await expect
    .poll(async () => (await other.pool.query(`${busy} and datname = current_database()`)).rowCount, {
      timeout: 20_000,
    })
    .toBe(1)
  // As at the end of a process: the server reads nothing more of it.
  store.pool.breakConnections()
  expect(await lost).toBeInstanceOf(Error)
  const waited = AbortSignal.timeout(60_000)
  expect(await withLease(other.db, { name: 'work', signal: waited }, async () => 'mine')).toBe('mine')
})

test('a connection has the time limits of its pool again when it no longer holds the lease', async () => {
  await using database = await createTestDatabase()
  const options = { connectionString: database.databaseUrl, applicationName: 'opal-test', maxConnections: 1 }
  await using store = connect({ ...options, idleTransactionMs: 4_000 })
  const limits = async (db: Database) =>
    (
      await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings where name like 'idle%session_timeout' order by name`.execute(db)
    ).rows.map(({ setting }) => Number(setting))
  expect(await limits(store.db)).toEqual([4_000, 0])
  expect(await withLease(store.db, { name: 'work', signal: never }, limits)).toEqual([6_000, 6_000])
  expect(await limits(store.db)).toEqual([4_000, 0])
})

test('the signal ends the wait', async () => {
  await using database = await createTestDatabase()
  await using store = open(database.databaseUrl)
  const stopping = new AbortController()
  await withLease(store.db, { name: 'work', signal: never }, async () => {
    const work = withLease(
      store.db,
      { name: 'work', signal: stopping.signal, onWaiting: () => stopping.abort() },
      async () => 'mine',
    )
    expect(await work).toBeUndefined()
  })
})
