import { setTimeout as wait } from 'node:timers/promises'
import { MarketError } from '@opal/domain/errors'
import pg from 'pg'

/** The server is not as the programs need it; the message says what to change. */
export class ServerSettingError extends MarketError {
  override readonly code = 'database-setting'
}

/** What the checks need of a client: the process that the server named when it connected. */
type Client = Pick<pg.ClientBase, 'query'> & { readonly processID?: number | null }

/**
 * Checks that a connection leads to PostgreSQL itself. Behind a pooler LISTEN hears nothing, locks of a session are shared, and
 * prepared statements are missing, without any error.
 * @param use what the connection is for.
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
 * Checks, once each answers, that PostgreSQL is reached directly and commits safely, and that the pooler's user is set up.
 * @param pooledUrl null where no pooler is used.
 * @returns when both are in order, or the signal came.
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
      await wait(TRY_EVERY_MS, undefined, { signal }).catch(() => undefined)
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
 * Checks that commits are safe when they are answered: on disk, and at the synchronous standbys where there are any. A server with
 * `fsync` off is one for tests.
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
    `synchronous_commit is ${commit}: a crash or a failover would lose rows whose writers were told that they are stored. Set it to on.`,
  )
}

/**
 * Checks that the pooler's user has the settings that other connections send: a pooled connection can send none itself.
 * @throws ServerSettingError with the statements that set them.
 */
export async function checkPooled(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ user: string; timeout: string; similarity: string | null }>(
    `select quote_ident(current_user) as user, current_setting('statement_timeout') as timeout,
      current_setting('pg_trgm.word_similarity_threshold', true) as similarity`,
  )
  const [{ user, timeout, similarity } = { user: 'current_user', timeout: '0', similarity: null }] = rows
  const missing = [
    ...(timeout === '0' ? ["statement_timeout = '10s'"] : []),
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
