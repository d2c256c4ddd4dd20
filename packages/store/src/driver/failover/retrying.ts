import { setTimeout as delay } from 'node:timers/promises'
import { Backoff } from '@opal/domain/backoff'
import { traced } from '@opal/runtime/tracing'
import {
  type AbortableQueryOptions,
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../schema/tables.ts'
import { isDatabaseAway, wasNotExecuted } from '../faults.ts'

const BACKOFF = { firstMs: 50, maxMs: 500 }

/** Messages of a pool that was ended. */
const CLOSED = /^(Cannot use a pool after calling end|driver has already been destroyed)/

/**
 * Runs a statement, and retries it on other connections while the database fails over. Reads are always retried, writes
 * only if the server certainly did not execute them.
 * @param forMs how long to retry, in milliseconds; 0 runs it once.
 */
export async function retried<Result>(run: () => Promise<Result>, sql: string, forMs: number): Promise<Result> {
  const until = performance.now() + forMs
  const backoff = new Backoff(BACKOFF)
  while (true) {
    try {
      return await run()
    } catch (error) {
      const pauseMs = backoff.next()
      if (performance.now() + pauseMs > until || !mayRunAgain(error, sql)) throw error
      await delay(pauseMs)
    }
  }
}

/** Runs a statement inside a span of its request. The span contains the statement's text without parameters. */
export function tracedStatement<Result>(sql: string, run: () => Promise<Result>): Promise<Result> {
  return traced('postgresql', () => ({ 'db.system.name': 'postgresql', 'db.query.text': sql }), run)
}

function mayRunAgain(error: unknown, sql: string): boolean {
  if (error instanceof Error && CLOSED.test(error.message)) return false
  return wasNotExecuted(error) || (isDatabaseAway(error) && isReadStatement(sql))
}

const READS = /^\s*(select|with|values|table|show)\b/i
/** Keywords and functions that write or lock. A column with such a name only prevents the retry. */
const WRITES =
  /\b(insert|update|delete|merge|truncate|into|nextval|setval|set_config|pg_notify|pg_\w*advisory\w*|for\s+(no\s+key\s+|key\s+)?share)\b/i

/** Returns whether a statement certainly changes nothing and may be executed twice. */
export function isReadStatement(sql: string): boolean {
  return READS.test(sql) && !WRITES.test(sql)
}

/** Opens typed queries on a pool. Statements outside transactions are {@link retried}, and so is taking a connection. */
export function openRetryingDatabase(pool: pg.Pool, forMs: number): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool })
  const driver = dialect.createDriver()
  // Reads the pool, which is passed by value, before it returns.
  void driver.init()
  const provider: ConnectionProvider = {
    async provideConnection(use, options) {
      const connection = await retried(() => driver.acquireConnection(options), '', forMs)
      try {
        return await use(connection)
      } finally {
        await driver.releaseConnection(connection, options)
      }
    },
  }
  const executor = new RetryingExecutor(forMs, dialect.createQueryCompiler(), dialect.createAdapter(), provider)
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
}

/** Retries statements of the pool. A transaction or a lease holds one connection and gets an executor that does not retry. */
class RetryingExecutor extends DefaultQueryExecutor {
  readonly #forMs: number

  constructor(forMs: number, ...parts: ConstructorParameters<typeof DefaultQueryExecutor>) {
    super(...parts)
    this.#forMs = forMs
  }

  override executeQuery<Row>(query: CompiledQuery, options?: AbortableQueryOptions): Promise<QueryResult<Row>> {
    return tracedStatement(query.sql, () =>
      retried(() => super.executeQuery<Row>(query, options), query.sql, this.#forMs),
    )
  }
}
