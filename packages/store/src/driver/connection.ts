import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { FractionalNumberError } from '../errors.ts'
import type { Tables } from '../schema/tables.ts'
import { FailoverPool } from './failover-pool.ts'
import { openPipelines, type Pipelines, withoutPipelines } from './pipelining.ts'
import { PreparingClient } from './prepared-statements.ts'
import { openRetryingDatabase } from './retrying.ts'
import { NAME_SIMILARITY } from './server-checks.ts'
import { watchServer } from './server-watch.ts'

/**
 * JavaScript types of PostgreSQL's types: int8 and numeric as bigint, every time as text (chain time is never a
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
   * The same database through pgBouncer in transaction mode, for {@link Store.pool} alone: without prepared statements and settings of a
   * session. Whoever runs it gives its user the settings, see `checkPooled`.
   */
  readonly pooledUrl?: string | null
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string
  readonly maxConnections?: number
  /**
   * Statements that take longer are cut off (SQLSTATE 57014); unlimited when left out. A server that does not even say so has frozen:
   * its connections are broken.
   */
  readonly statementTimeoutMs?: number
  /** How long statements are run again while the database fails over, see `retried`; 0 or left out never. */
  readonly retryMs?: number
  /** Called with each connection before it is used; it is not when this throws. */
  readonly checkClient?: (client: pg.PoolClient) => Promise<void>
  /** Breaks all connections when the server answers nothing for so long; for statements that may take any time. */
  readonly frozenAfterMs?: number
  /** Time limit of waiting for a connection, new or from the pool; none when left out. */
  readonly connectionTimeoutMs?: number
  /**
   * Has repeated statements prepared, see {@link PreparingClient}: with the server's own plans for `requests`, with plans that find
   * rows by key for a `writer`.
   */
  readonly workload?: 'requests' | 'writer'
  /**
   * Called with errors on idle connections, such as the server going away; the pool opens new connections by
   * itself.
   */
  readonly onError?: (error: Error) => void
}

/** An open pool on one database. Dispose it before the server is stopped. */
export interface Store extends AsyncDisposable {
  readonly db: Database
  readonly pool: FailoverPool
  /**
   * Connections for pages and single rows: the server plans each statement once, for any parameters, since
   * planning a page of ten tables takes longer than running it. Not for statements whose best plan depends on the
   * parameters. Its pipelines are for the shortest statements.
   */
  readonly preparedPool: { readonly db: Database; readonly pipelines: Pipelines; readonly pool: FailoverPool }
  readonly connectionString: string
}

/**
 * Plans that fit any parameters, made once: with arrays as parameters the server would replan most statements each
 * time, which takes longer than running them.
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan'

/** Plans that are made while a table is empty still fit it when it is full. */
const INDEX_SCANS = '-c enable_seqscan=off'

/**
 * Makes a writer's statements find the rows of a batch by key. By default the server would scan whole tables until
 * statistics are gathered, which is so after each large backfill.
 */
const KEY_LOOKUPS = '-c enable_hashjoin=off -c enable_mergejoin=off'

/** Plans of a connection that writes batches. */
export const WRITER_PLANS = `${GENERIC_PLANS} ${INDEX_SCANS} ${KEY_LOOKUPS}`

/** Enough to keep a few cores of the server busy, and few enough for fair scheduling. */
const PIPELINES = 4

const FUZZY_NAMES = `-c pg_trgm.word_similarity_threshold=${NAME_SIMILARITY}`

/** Opens a pool; no connection is made before the first query. */
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
  // Kysely ends only a pool that it has used, and an unused one would open again.
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

/** Settings of the general pool's sessions. */
function sessionOf({ workload }: ConnectOptions): pg.PoolConfig {
  if (workload === undefined) return { options: FUZZY_NAMES }
  const plans = workload === 'writer' ? ` ${WRITER_PLANS}` : ''
  return { options: `${FUZZY_NAMES}${plans}`, Client: PreparingClient }
}

/** pgBouncer refuses settings in the start-up message, and gives each transaction another session. */
function openPooled({ statementTimeoutMs, ...options }: ConnectOptions, connectionString: string): FailoverPool {
  return openPool(options, {
    connectionString,
    ...(statementTimeoutMs !== undefined && { query_timeout: statementTimeoutMs + ANSWER_MS }),
  })
}

/** Time in which a server says that it has cut off a statement. */
const ANSWER_MS = 3_000

function openPool(options: ConnectOptions, own: pg.PoolConfig): FailoverPool {
  const config: pg.PoolConfig = {
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.maxConnections ?? 10,
    ...(options.statementTimeoutMs !== undefined && {
      statement_timeout: options.statementTimeoutMs,
      query_timeout: options.statementTimeoutMs + ANSWER_MS,
    }),
    keepAlive: true,
    ...(options.connectionTimeoutMs !== undefined && { connectionTimeoutMillis: options.connectionTimeoutMs }),
    types: TYPE_PARSERS,
    // Statements need not wait for the answers to those before them: see driver/pipelining.ts.
    pipeline: true,
    ...own,
  }
  const pool = new FailoverPool(config, options.checkClient)
  // Without a listener an error would end the process. The pool listens to idle connections only, not to the one that
  // the lease holds while it waits for the chain.
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)))
  return pool
}
