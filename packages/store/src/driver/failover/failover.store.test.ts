import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLine } from '../../testing/servers/line.ts'
import { type ReplicatedCluster, startReplicatedCluster } from '../../testing/servers/replicated-cluster.ts'
import { connect } from '../connection.ts'
import { isDatabaseAway, UnreplicatedCommitError } from '../faults.ts'
import { withLease } from '../lease.ts'

let cluster: ReplicatedCluster
const stack = new AsyncDisposableStack()

beforeAll(async () => {
  cluster = stack.use(await startReplicatedCluster())
  await run(
    cluster.primary.databaseUrl,
    'create table stored_rows (id int primary key)',
    'create table held as select 1 as seen',
  )
})
afterAll(() => stack.disposeAsync())

async function run(connectionString: string, ...statements: readonly string[]): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    let rows: readonly object[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

// @feature operate.failover
describe('a commit that no standby has confirmed', () => {
  const open = () => connect({ connectionString: cluster.primary.databaseUrl, applicationName: 'opal-writes' })
  /** Cancels the wait, as an administrator would. */
  const cancelWait = async () =>
    expect
      .poll(() =>
        run(
          cluster.primary.databaseUrl,
          "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'opal-writes' and wait_event = 'SyncRep'",
        ),
      )
      .toHaveLength(1)
  const insert = (id: number) => sql`insert into stored_rows values (${id})`

  beforeAll(() =>
    run(
      cluster.primary.databaseUrl,
      "alter system set synchronous_standby_names = 'nobody'",
      'select pg_reload_conf()',
    ),
  )
  afterAll(() =>
    run(
      cluster.primary.databaseUrl,
      "set synchronous_commit = 'local'",
      'alter system reset synchronous_standby_names',
      'select pg_reload_conf()',
    ),
  )

  test('fails, alone and in a transaction, although PostgreSQL answers that it is done', async () => {
    await using store = open()
    // The command line of a test's server turns synchronous_commit off.
    const { db } = store
    const within = db.transaction().execute(async (transaction) => {
      await sql`set local synchronous_commit = 'on'`.execute(transaction)
      await insert(1).execute(transaction)
    })
    await Promise.all([cancelWait(), expect(within).rejects.toBeInstanceOf(UnreplicatedCommitError)])
    const alone = db.connection().execute(async (connection) => {
      await sql`set synchronous_commit = 'on'`.execute(connection)
      await insert(2).execute(connection)
    })
    await Promise.all([cancelWait(), expect(alone).rejects.toBeInstanceOf(UnreplicatedCommitError)])
    expect(await run(cluster.primary.databaseUrl, 'select id from stored_rows order by id')).toEqual([
      { id: 1 },
      { id: 2 },
    ])
  })
})

// @feature operate.failover
describe('a failover', () => {
  const url = () => cluster.primary.databaseUrl
  /** Breaks the connections of a program once so many of its statements wait for a table, which is free again then. */
  const cut = async (name: string, count: number, ask: () => readonly Promise<unknown>[]) => {
    await using holder = connect({ connectionString: url(), applicationName: 'opal-test' })
    return holder.db.transaction().execute(async (transaction) => {
      await sql`lock table held`.execute(transaction)
      const asked = ask()
      const waiting = `from pg_stat_activity where application_name = '${name}' and wait_event = 'relation'`
      await expect.poll(() => run(url(), `select pid ${waiting}`)).toHaveLength(count)
      await run(url(), `select pg_terminate_backend(pid) ${waiting}`)
      return asked
    })
  }

  test('is not noticed by statements that read, whatever becomes of their connection', async () => {
    await using store = connect({ connectionString: url(), applicationName: 'opal-reads', retryMs: 60_000 })
    const text = 'select seen from held'
    const read = sql<{ seen: number }>`${sql.raw(text)}`
    const asked = await cut('opal-reads', 3, () => [
      read.execute(store.db).then(({ rows }) => rows),
      read.execute(store.preparedPool.db).then(({ rows }) => rows),
      store.preparedPool.pipelines.query({ text }),
    ])
    expect(await Promise.all(asked)).toEqual([[{ seen: 1 }], [{ seen: 1 }], [{ seen: 1 }]])
  })

  test('fails statements that may have written, which are executed once', async () => {
    await using store = connect({ connectionString: url(), applicationName: 'opal-adds', retryMs: 10_000 })
    const add = sql`insert into stored_rows select 10 from held`
    const asked = await cut('opal-adds', 1, () => [expect(add.execute(store.db)).rejects.toSatisfy(isDatabaseAway)])
    await Promise.all(asked)
    expect(await run(url(), 'select from stored_rows where id = 10')).toEqual([])
  })

  test('is not noticed by a statement that a standby refused: it is executed at the primary, by new connections', async () => {
    // One address, as of a balancer, that leads to the standby first.
    await using line = await openLine(cluster.replicaUrl)
    await using store = connect({ connectionString: line.url, applicationName: 'opal-moves', retryMs: 10_000 })
    await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(store.db)))
    const adding = Promise.all([20, 21].map((id) => sql`insert into stored_rows values (${id})`.execute(store.db)))
    line.lead(url())
    await adding
    expect(await run(url(), 'select id from stored_rows where id in (20, 21) order by id')).toEqual([
      { id: 20 },
      { id: 21 },
    ])
  })

  test('is over for a lease only at a primary, and a standby that becomes one later has none that was asked for before', async () => {
    await using store = connect({ connectionString: cluster.replicaUrl, applicationName: 'opal-test' })
    const signal = new AbortController().signal
    const taken = withLease(store.db, { name: 'work', signal }, async () => 'mine')
    await expect(taken).rejects.toSatisfy(isDatabaseAway)
    expect(await run(cluster.replicaUrl, "select from pg_locks where locktype = 'advisory'")).toEqual([])
  })

  test('is noticed at a server that has frozen, by statements that may take any time', async () => {
    await using line = await openLine(url())
    await using store = connect({ connectionString: line.url, applicationName: 'opal-test', frozenAfterMs: 2_000 })
    await sql`select`.execute(store.db)
    line.freeze()
    await expect(sql`insert into stored_rows values (30)`.execute(store.db)).rejects.toSatisfy(isDatabaseAway)
  })

  test('is noticed at a server that froze before anything was connected to it', async () => {
    await using line = await openLine(url())
    line.freeze()
    await using store = connect({ connectionString: line.url, applicationName: 'opal-test', frozenAfterMs: 2_000 })
    await expect(sql`insert into stored_rows values (31)`.execute(store.db)).rejects.toSatisfy(isDatabaseAway)
  })
})

// @feature operate.failover
describe('a program that froze inside a transaction', () => {
  /** Takes a lock that others wait for, in a transaction. */
  const lock = sql`select pg_advisory_xact_lock(21)`

  test('loses its locks, on both pools', async () => {
    await using line = await openLine(cluster.primary.databaseUrl)
    await using frozen = connect({ connectionString: line.url, applicationName: 'opal-test', idleTransactionMs: 500 })
    await using other = connect({ connectionString: cluster.primary.databaseUrl, applicationName: 'opal-test' })
    for (const { db } of [frozen, frozen.preparedPool]) {
      const writing = db.transaction().execute(async (transaction) => {
        await lock.execute(transaction)
        line.freeze()
        await other.db.transaction().execute((own) => lock.execute(own))
        line.thaw()
        await lock.execute(transaction)
      })
      await expect(writing).rejects.toSatisfy(isDatabaseAway)
    }
  })
})
