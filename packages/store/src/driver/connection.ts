import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { FractionalNumberError } from '../errors.ts'
import type { Tables } from '../schema/tables.ts'
import { FailoverPool } from './failover/failover-pool.ts'
import { openRetryingDatabase } from './failover/retrying.ts'
import { watchServer } from './failover/server-watch.ts'
import { KEEP_ALIVE } from './open-client.ts'
import { openPipelines, type Pipelines, withoutPipelines } from './pipelining.ts'
import { PreparingClient } from './prepared-statements.ts'
import { NAME_SIMILARITY } from './server-checks.ts'

/**
 * Parsers for PostgreSQL's types: int8 and numeric as bigint, timestamps as text (chain time is never a
 * Date), json and jsonb parsed.
 */
export const TYPE_PARSERS = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return parseWhole
    if (TIMES.has(oid)) return asText
    return pg.types.getTypeParser(oid, format)
  },
}

const TIMES = new Set<number>([
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.DATE,
  pg.types.builtins.TIME,
])

function asText(text: string): string {
  return text
}

function parseWhole(text: string): bigint {
  if (text.includes('.') || text === 'NaN') throw new FractionalNumberError(text)
  return BigInt(text)
}

/** Typed queries: `db.selectFrom('market.listings')`. */
export type Database = Kysely<Tables>
/** A database inside one transaction. */
export type DatabaseTransaction = Transaction<Tables>

export interface ConnectOptions {
  /** `postgres://user@host:port/database` */
  readonly connectionString: string
  /**
   * The same database through pgBouncer in transaction mode, used by {@link Store.pool} only: without prepared statements and session
   * settings. The operator has to set those for its database user, see `checkPooled`.
   */
  readonly pooledUrl?: string | null
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string
  readonly maxConnections?: number
  /**
   * Statement timeout (SQLSTATE 57014); unlimited by default. A server that does not report the timeout either counts as frozen, and
   * its connections are closed.
   */
  readonly statementTimeoutMs?: number
  /**
   * Ends a transaction whose client sends nothing for this time (SQLSTATE 25P03): a process that froze in the middle of one would hold its
   * locks. Unlimited by default, because some work computes for long inside a transaction.
   */
  readonly idleTransactionMs?: number
  /** How long statements are retried while the database fails over, see `retried`; not at all by default. */
  readonly retryMs?: number
  /** Called with each connection before it is used. The connection is not used if this throws. */
  readonly checkClient?: (client: pg.PoolClient) => Promise<void>
  /** Gives up connections, open and new ones, when the server is unresponsive for this time; for statements of unlimited duration. */
  readonly frozenAfterMs?: number
  /** Time limit of waiting for a connection, new or from the pool; {@link frozenAfterMs} by default. */
  readonly connectionTimeoutMs?: number
  /**
   * Prepares repeated statements, see {@link PreparingClient}: with the server's own plans for `requests`, with plans that find
   * rows by key for a `writer`.
   */
  readonly workload?: 'requests' | 'writer'
  /**
   * Called with errors of idle connections, such as a server shutdown. The pool then opens new connections.
   */
  readonly onError?: (error: Error) => void
}

/** An open connection pool. Dispose it before the server is stopped. */
export interface Store extends AsyncDisposable {
  readonly db: Database
  readonly pool: FailoverPool
  /**
   * Connections for pages and single rows. The server plans each statement once, for any parameters, because
   * planning a page of ten tables takes longer than executing it. Not for statements whose best plan depends on the
   * parameters. The pipelines are for the shortest statements.
   */
  readonly preparedPool: { readonly db: Database; readonly pipelines: Pipelines; readonly pool: FailoverPool }
  readonly connectionString: string
}

/**
 * Generic plans: with array parameters the server would replan most statements each time, which takes longer than
 * executing them.
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan'

/**
 * Index plans, so that a plan made while a table is empty is still good when it is full. Where a table has no index that fits, the server then
 * believes the statement to be so dear that it compiles it each time, for a second: a server's own setting may allow it.
 */
const INDEX_SCANS = '-c enable_seqscan=off -c jit=off'

/**
 * Makes a writer's statements find the rows of a batch by key. By default the server scans whole tables until
 * statistics are gathered, which takes time after a large backfill.
 */
const KEY_LOOKUPS = '-c enable_hashjoin=off -c enable_mergejoin=off'

/** Planner settings of a connection that writes batches. */
export const WRITER_PLANS = `${GENERIC_PLANS} ${INDEX_SCANS} ${KEY_LOOKUPS}`

/** Number of pipelines: enough to use a few cores of the server, few enough for fair scheduling. */
const PIPELINES = 4

const FUZZY_NAMES = `-c pg_trgm.word_similarity_threshold=${NAME_SIMILARITY}`

/** Opens a pool. The first query makes the first connection. */
export function connect(options: ConnectOptions): Store {
  const { retryMs = 0, frozenAfterMs } = options
  const pool = options.pooledUrl ? openPooled(options, options.pooledUrl) : openPool(options, sessionOf(options))
  const preparedPgPool = openPool(options, {
    Client: PreparingClient,
    options: `${GENERIC_PLANS} ${INDEX_SCANS}`,
  })
  const db = openRetryingDatabase(pool, retryMs)
  const preparedDb = openRetryingDatabase(preparedPgPool, retryMs)
  const pipelines =
    options.checkClient === undefined
      ? openPipelines(preparedPgPool, PIPELINES, retryMs)
      : withoutPipelines(preparedPgPool)
  const watch =
    frozenAfterMs === undefined
      ? null
      : watchServer({ ...options, frozenAfterMs }, () => {
          pool.breakConnections()
          preparedPgPool.breakConnections()
        })
  // Kysely ends only a pool that it has used; an unused one would be opened again.
  const end = async () => {
    watch?.[Symbol.dispose]()
    await pipelines[Symbol.asyncDispose]()
    await Promise.all([pool.end(), preparedPgPool.end()])
  }
  let ending: Promise<void> | null = null
  return {
    db,
    pool,
    preparedPool: { db: preparedDb, pipelines, pool: preparedPgPool },
    connectionString: options.connectionString,
    [Symbol.asyncDispose]: () => {
      ending ??= end()
      return ending
    },
  }
}

/** Session settings of the general pool. */
function sessionOf({ workload }: ConnectOptions): pg.PoolConfig {
  if (workload === undefined) return { options: FUZZY_NAMES }
  const plans = workload === 'writer' ? ` ${WRITER_PLANS}` : ''
  return { options: `${FUZZY_NAMES}${plans}`, Client: PreparingClient }
}

/** Leaves session settings out for pgBouncer, which rejects them in the startup message and uses another session for each transaction. */
function openPooled(given: ConnectOptions, connectionString: string): FailoverPool {
  const { statementTimeoutMs, idleTransactionMs: _, ...options } = given
  return openPool(options, {
    connectionString,
    ...(statementTimeoutMs !== undefined && { query_timeout: statementTimeoutMs + ANSWER_MS }),
  })
}

/** Time in which a healthy server reports that a statement timed out. */
const ANSWER_MS = 3_000

/**
 * How long a connection stays open without a statement. One that is opened for a visitor costs a new process of the server, which knows no table
 * yet and has planned nothing; the driver closes them after ten seconds by default.
 */
const IDLE_CONNECTION_MS = 600_000

function openPool(options: ConnectOptions, own: pg.PoolConfig): FailoverPool {
  const { connectionTimeoutMs = options.frozenAfterMs, idleTransactionMs } = options
  const config: pg.PoolConfig = {
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.maxConnections ?? 10,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    ...(options.statementTimeoutMs !== undefined && {
      statement_timeout: options.statementTimeoutMs,
      query_timeout: options.statementTimeoutMs + ANSWER_MS,
    }),
    ...(idleTransactionMs !== undefined && { idle_in_transaction_session_timeout: idleTransactionMs }),
    ...KEEP_ALIVE,
    ...(connectionTimeoutMs !== undefined && { connectionTimeoutMillis: connectionTimeoutMs }),
    types: TYPE_PARSERS,
    // Statements do not wait for earlier results: see driver/pipelining.ts.
    pipeline: true,
    ...own,
  }
  const pool = new FailoverPool(config, options.checkClient)
  // Without a listener an error would end the process. The pool listens to idle connections only, not to the lease's
  // connection while it waits for the chain.
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)))
  return pool
}
