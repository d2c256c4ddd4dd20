import { chmodSync, chownSync, cpSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../embedded/free-port.ts'
import { findPostgresBinaries } from '../../embedded/postgres-binaries.ts'
import { runPostgres } from '../../embedded/postgres-process.ts'
import { serviceAccount } from '../../embedded/service-account.ts'
import { startTemporaryCluster, type TemporaryCluster } from './temporary-cluster.ts'

const REPLICATION = { wal_level: 'replica', max_wal_senders: '5', wal_receiver_status_interval: '1s' }
/** Files of a running server that a copy of it must not have. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts'])

/** A primary, and a hot standby that follows it by streaming. Both take every setting by SQL, as their owner. */
export interface ReplicatedCluster extends AsyncDisposable {
  readonly primary: TemporaryCluster
  /** The database `opal` at the standby, as its owner. */
  readonly replicaUrl: string
  /** Process of the standby's server. */
  readonly replicaPid: number
}

/** Starts a temporary cluster and a standby of it. The standby is called `replica` in `synchronous_standby_names`. */
export async function startReplicatedCluster(): Promise<ReplicatedCluster> {
  await using undo = new AsyncDisposableStack()
  const primary = undo.use(await startTemporaryCluster({ settings: REPLICATION }))
  const dataDir = await copyCluster(primary)
  const account = serviceAccount(dataDir)
  const port = await freePort(0)
  const server = await runPostgres({
    binaries: findPostgresBinaries(account),
    account,
    dataDir,
    port,
    logFile: join(primary.home, 'replica.log'),
    durable: false,
    settings: REPLICATION,
  })
  undo.defer(() => server.stop())
  const url = new URL(primary.databaseUrl)
  url.port = String(port)
  const running = undo.move()
  return {
    primary,
    replicaUrl: url.href,
    replicaPid: server.pid,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Copies the files of a running primary, as a base backup, and makes them a standby's. @returns its folder. */
async function copyCluster({ home, databaseUrl, port }: TemporaryCluster): Promise<string> {
  const source = join(home, 'data')
  const target = join(home, 'replica')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("select pg_backup_start('replica', true)")
    cpSync(source, target, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  const { password } = new URL(databaseUrl)
  writeFileSync(join(target, 'standby.signal'), '')
  writeFileSync(
    join(target, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=opal password=${password} application_name=replica'\n`,
  )
  giveLike(source, target)
  return target
}

/** Gives a copy the owner of its source: copying as root loses him. */
function giveLike(source: string, copy: string): void {
  const { uid, gid } = statSync(source)
  const paths = readdirSync(copy, { recursive: true, encoding: 'utf8' }).map((name) => join(copy, name))
  for (const path of [copy, ...paths]) chownSync(path, uid, gid)
  chmodSync(copy, 0o700)
}
