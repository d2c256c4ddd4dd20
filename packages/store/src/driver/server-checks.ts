import { pause } from '@opal/domain/backoff'
import { MarketError } from '@opal/domain/errors'
import pg from 'pg'

/** A server setting that the programs do not accept; the message says what to change. */
export class ServerSettingError extends MarketError {
  override readonly code = 'database-setting'
}

/** The part of a client that the checks need: the backend process id that the server reported. */
type Client = Pick<pg.ClientBase, 'query'> & { readonly processID?: number | null }

/**
 * Checks that a connection leads to PostgreSQL itself. Behind a pooler LISTEN receives nothing, session locks are shared, and
 * prepared statements are missing, all without an error.
 * @param use purpose of the connection, for the message.
 * @throws ServerSettingError
 */
export async function checkDirect(client: Client, use: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0]?.pid === client.processID) return
  throw new ServerSettingError(
    `DATABASE_URL leads through a pooler, and ${use} needs a direct connection: name PostgreSQL itself there, and the pooler in DATABASE_POOLED_URL.`,
  )
}

const TRY_EVERY_MS = 2_000
const TIMEOUT_MS = 5_000

/**
 * Waits for PostgreSQL, then checks that it is reached directly and commits durably, and that the pooler's user is configured.
 * @param pooledUrl null without a pooler.
 * @returns when both are correct, or the signal was aborted.
 * @throws ServerSettingError
 */
export async function checkServers(databaseUrl: string, pooledUrl: string | null, signal: AbortSignal): Promise<void> {
  await onceConnected(databaseUrl, signal, async (client) => {
    await checkDirect(client, 'the API')
    await checkDurable(client)
  })
  if (pooledUrl !== null) await onceConnected(pooledUrl, signal, checkPooled)
}

async function onceConnected(
  connectionString: string,
  signal: AbortSignal,
  check: (client: pg.Client) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString,
      application_name: 'opal-check',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await check(client)
    } catch (error) {
      if (error instanceof ServerSettingError) throw error
      await pause(TRY_EVERY_MS, signal)
    } finally {
      client.end().catch(() => undefined)
    }
  }
}

interface Durability {
  readonly fsync: string
  readonly commit: string
  readonly standbys: string
}

/**
 * Checks that an acknowledged commit is durable: on disk, and on the synchronous standbys if there are any. A server with
 * `fsync` off is for tests.
 * @throws ServerSettingError
 */
export async function checkDurable(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<Durability>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('synchronous_standby_names') as standbys`,
  )
  const [{ fsync, commit, standbys } = { fsync: 'off', commit: '', standbys: '' }] = rows
  if (fsync === 'off') return
  const isUnsafe = commit === 'off' || (commit === 'local' && standbys !== '')
  if (!isUnsafe) return
  throw new ServerSettingError(
    `synchronous_commit is ${commit}: a crash or a failover would lose rows that were acknowledged. Set it to on.`,
  )
}

interface PooledSettings {
  readonly user: string
  readonly timeout: string
  readonly idle: string
  readonly similarity: string | null
}

const UNKNOWN: PooledSettings = { user: 'current_user', timeout: '0', idle: '0', similarity: null }

/**
 * Checks that the pooler's user has the session settings that direct connections send: a pooled connection cannot send any.
 * @throws ServerSettingError with the statements that set them.
 */
export async function checkPooled(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<PooledSettings>(
    `select quote_ident(current_user) as user, current_setting('statement_timeout') as timeout,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('pg_trgm.word_similarity_threshold', true) as similarity`,
  )
  const [{ user, timeout, idle, similarity } = UNKNOWN] = rows
  const missing = [
    ...(timeout === '0' ? ["statement_timeout = '10s'"] : []),
    ...(idle === '0' ? ["idle_in_transaction_session_timeout = '5s'"] : []),
    ...(similarity === NAME_SIMILARITY ? [] : [`pg_trgm.word_similarity_threshold = ${NAME_SIMILARITY}`]),
  ]
  if (missing.length === 0) return
  const statements = missing.map((setting) => `alter role ${user} set ${setting};`)
  throw new ServerSettingError(
    `The user of DATABASE_POOLED_URL lacks settings. Run as a superuser: ${statements.join(' ')}`,
  )
}

/** Trigram similarity threshold of fuzzy name search: finds a word of five letters with one wrong. */
export const NAME_SIMILARITY = '0.45'
