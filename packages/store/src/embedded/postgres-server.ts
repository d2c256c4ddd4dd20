import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openClient } from '../driver/open-client.ts'
import { openDataDirectory } from './data-directory.ts'
import { freePort } from './free-port.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { runPostgres } from './postgres-process.ts'
import { fileProblem, PostgresStartError } from './postgres-start-error.ts'
import { serviceAccount } from './service-account.ts'
import { claimDirectory, stopSurvivor } from './survivor.ts'

const SHARED_ACCOUNT =
  'As root, PostgreSQL would run as nobody, an account that other services share and that could read and change its files: ' +
  'start as another user, make an account (useradd --system opal) and start with an empty data directory, or set DATABASE_URL.'
const CHILDREN_TIMEOUT_MS = 15_000

export interface PostgresOptions {
  /** Folder of the cluster; created on the first start. */
  readonly dataDir: string
  /** 0 picks a free one. */
  readonly port: number
  /** Called with one line per step, for the terminal. */
  readonly log?: (line: string) => void
  /** Refuses to run as `nobody`, the account that root's PostgreSQL gets where the system has none for it. */
  readonly ownAccount?: boolean
  /** False gives up crash safety for speed: for clusters that tests throw away. */
  readonly durable?: boolean
  /** Settings of the server that differ. */
  readonly settings?: Readonly<Record<string, string>>
  /** Interval of the lines about a start that takes long, milliseconds. */
  readonly noteEveryMs?: number
}

/** A PostgreSQL of our own. Disposing shuts it down; the data stays. */
export interface PostgresServer extends AsyncDisposable {
  /** URL of the database `opal`, as its owner. */
  readonly databaseUrl: string
  /** URL of the same database, as a user in the role `opal_api`, which reads all and writes what belongs to users. */
  readonly apiDatabaseUrl: string
  readonly port: number
  readonly pid: number
  /** Resolves when the server has ended, for any reason: the supervisor starts it again. */
  readonly exited: Promise<void>
}

/**
 * Starts PostgreSQL from the binaries that npm installed: no system package, no account, no privileges. Stops a
 * server left over from a killed run first, so that the new one is our child.
 * @throws PostgresStartError with a sentence that names the problem and the remedy.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const log = options.log ?? (() => {})
  const account = serviceAccount(options.dataDir)
  if (options.ownAccount && account?.isShared) throw new PostgresStartError('shared-account', SHARED_ACCOUNT)
  const binaries = findPostgresBinaries(account)
  const directory = openDataDirectory(options.dataDir, binaries, account)
  await stopSurvivor(directory.path)
  const port = await freePort(options.port)
  try {
    claimDirectory(directory.path)
    const logFile = `${options.dataDir}.log`
    const durable = options.durable ?? true
    const { settings = {}, noteEveryMs } = options
    const run = {
      binaries,
      account,
      dataDir: directory.path,
      port,
      logFile,
      durable,
      settings,
      log,
      ...(noteEveryMs !== undefined && { noteEveryMs }),
    }
    const server = await onceFree(() => runPostgres(run))
    log(`PostgreSQL ${binaries.major} listens on 127.0.0.1:${port}`)
    const urls = await openDatabase(port, directory.password)
    return { ...urls, port, pid: server.pid, exited: server.exited, [Symbol.asyncDispose]: server.stop }
  } catch (error) {
    throw fileProblem(error, options.dataDir)
  }
}

/**
 * Retries while the memory of a killed server is in use: its children hold it until they notice, which takes a
 * while on a busy machine.
 */
async function onceFree<Result>(start: () => Promise<Result>): Promise<Result> {
  for (const until = Date.now() + CHILDREN_TIMEOUT_MS; ; await delay(100)) {
    try {
      return await start()
    } catch (error) {
      const isBusy = error instanceof PostgresStartError && error.problem === 'directory-busy'
      if (!isBusy || Date.now() > until) throw error
    }
  }
}

/** The API's user in the cluster. */
const API_USER = 'opal_api_user'

async function openDatabase(
  port: number,
  password: string,
): Promise<Pick<PostgresServer, 'databaseUrl' | 'apiDatabaseUrl'>> {
  // Derived one way: the API's password does not reveal the owner's.
  const apiPassword = createHash('sha256').update(`${API_USER}:${password}`).digest('base64url')
  const host = `127.0.0.1:${port}`
  const client = await openClient(`postgres://opal:${password}@${host}/postgres`, 'opal-start')
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'opal'")
    if (rowCount === 0) await client.query('create database opal')
    await client.query(CREATE_API_USER)
    await client.query(`alter role ${API_USER} password '${apiPassword}'`)
  } finally {
    await client.end()
  }
  return {
    databaseUrl: `postgres://opal:${password}@${host}/opal`,
    apiDatabaseUrl: `postgres://${API_USER}:${apiPassword}@${host}/opal`,
  }
}

/** The migrations, which run later, grant the role's rights. */
const CREATE_API_USER = `do $$
begin
  if not exists (select from pg_roles where rolname = 'opal_api') then create role opal_api nologin; end if;
  if not exists (select from pg_roles where rolname = '${API_USER}') then
    create role ${API_USER} login in role opal_api;
  end if;
end
$$`
