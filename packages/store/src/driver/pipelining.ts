import type { QueryExecutorProvider } from 'kysely'
import type pg from 'pg'
import type { Columns, RowOf, Table } from '../schema/table.ts'
import type { Database } from './connection.ts'
import { retried, tracedStatement } from './failover/retrying.ts'
import { isOutdatedPlan } from './faults.ts'

/** Executes statements: a database, a transaction, or the inside of {@link pipelined}. */
export interface Executor extends QueryExecutorProvider {
  /** Inserts rows by COPY, for keys that cannot exist yet; set on a {@link LoadingConnection} only. */
  readonly load?: LoadRows | undefined
}

/** Inserts rows in bulk. Fails on a duplicate key. */
export type LoadRows = <Of extends Columns>(table: Table<Of>, rows: readonly RowOf<Table<Of>>[]) => Promise<void>

/**
 * Sends statements of one connection without waiting for earlier results. The server executes them in the order
 * sent. A batch is a few dozen small statements, which would otherwise mostly wait for the network.
 * @param work sends statements, and awaits only results that later statements need; it never uses `db` itself.
 * @example await pipelined(store.db, (db) => Promise.all([writeRows(db, sales, …), sql`select …`.execute(db)]))
 */
export async function pipelined<Result>(
  db: Database,
  work: (connection: Executor) => Promise<Result>,
): Promise<Result> {
  const executor = db.getExecutor()
  return executor.provideConnection((connection) => {
    const unqueued = executor.withConnectionProvider({ provideConnection: (use) => use(connection) })
    return work({ getExecutor: () => unqueued })
  })
}

/** Number of statements of one tick on a pipeline before the next pipeline is used. */
const MAX_SHARED = 4

/**
 * A few connections on which hot queries are sent without waiting for earlier results. With one connection per query, each
 * would wake another server process, and all of them share the cores. For the same reason the statements of one tick are
 * sent as one packet.
 */
export interface Pipelines extends AsyncDisposable {
  /** Runs one statement and returns its rows. */
  query<Row>(statement: pg.QueryConfig): Promise<readonly Row[]>
}

interface Pipeline {
  readonly client: Promise<pg.PoolClient>
  /** Number of statements without a result yet. */
  unanswered: number
  /** Queued statements of this tick. */
  unsent: number
}

/**
 * Opens pipelines on connections of a pool.
 * @param most largest number of connections.
 * @param retryMs how long statements are {@link retried}.
 */
export function openPipelines(pool: pg.Pool, most: number, retryMs = 0): Pipelines {
  const pipelines = new Set<Pipeline>()
  const open = (): Pipeline => {
    const pipeline: Pipeline = { client: pool.connect(), unanswered: 0, unsent: 0 }
    pipelines.add(pipeline)
    const lost = () => pipelines.delete(pipeline)
    pipeline.client.then((client) => {
      client.once('error', lost)
      client.once('end', () => {
        lost()
        client.release(true)
      })
    }, lost)
    return pipeline
  }
  /** Sends nothing more on it, and closes it when it has answered. */
  const retire = (pipeline: Pipeline): void => {
    pipelines.delete(pipeline)
    pipeline.client.then((client) => client.end()).catch(() => undefined)
  }
  const send = async <Row>(statement: pg.QueryConfig) => {
    const pipeline = leastBusy(pipelines, most) ?? open()
    pipeline.unanswered += 1
    try {
      const client = await pipeline.client
      corkUntilTick(pipeline, client)
      return (await client.query(statement)).rows as readonly Row[]
    } catch (error) {
      if (isOutdatedPlan(error)) retire(pipeline)
      throw error
    } finally {
      pipeline.unanswered -= 1
    }
  }
  return {
    query: (statement) =>
      tracedStatement(statement.text, () => retried(() => send(statement), statement.text, retryMs)),
    async [Symbol.asyncDispose]() {
      const opened = await Promise.allSettled([...pipelines].map(({ client }) => client))
      pipelines.clear()
      for (const one of opened) if (one.status === 'fulfilled') await one.value.end()
    },
  }
}

/** Runs each statement on its own pooled connection, for pools that check a connection at every use. */
export function withoutPipelines(pool: pg.Pool): Pipelines {
  return {
    async query<Row>(statement: pg.QueryConfig) {
      const client = await pool.connect()
      try {
        return (await client.query(statement)).rows as readonly Row[]
      } finally {
        client.release()
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}

/** Flushes queued statements at the end of the current tick. */
function corkUntilTick(pipeline: Pipeline, client: pg.PoolClient): void {
  pipeline.unsent += 1
  if (pipeline.unsent > 1) return
  const { stream } = (client as unknown as { readonly connection: pg.Connection }).connection
  stream.cork()
  setImmediate(() => {
    pipeline.unsent = 0
    stream.uncork()
  })
}

/**
 * Returns a pipeline with queued statements, else the one with the fewest pending statements; null when another
 * should be opened.
 */
function leastBusy(pipelines: ReadonlySet<Pipeline>, most: number): Pipeline | null {
  let best: Pipeline | null = null
  for (const pipeline of pipelines) {
    if (pipeline.unsent > 0 && pipeline.unsent < MAX_SHARED) return pipeline
    if (best === null || pipeline.unanswered < best.unanswered) best = pipeline
  }
  return best === null || (best.unanswered > 0 && pipelines.size < most) ? null : best
}
