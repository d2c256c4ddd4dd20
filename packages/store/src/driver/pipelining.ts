import type { QueryExecutorProvider } from 'kysely'
import type pg from 'pg'
import type { Database } from './connection.ts'

/** Executes statements: a database, a transaction, or the inside of {@link pipelined}. */
export type Statements = QueryExecutorProvider

/**
 * Sends statements of one connection without waiting for the answers to those before them. The server executes them in the order in
 * which they are sent. A batch is a few dozen small statements, and most of its time would be spent waiting.
 * @param work sends statements, and awaits only what it needs to send others; it never uses `db` itself.
 * @example await pipelined(db, (at) => Promise.all([writeRows(at, sales, …), sql`select …`.execute(at)]))
 */
export async function pipelined<Result>(db: Database, work: (at: Statements) => Promise<Result>): Promise<Result> {
  const executor = db.getExecutor()
  return executor.provideConnection((connection) => {
    const unqueued = executor.withConnectionProvider({ provideConnection: (use) => use(connection) })
    return work({ getExecutor: () => unqueued })
  })
}

/** Statements of one tick that share a lane before another is taken. */
const MAX_SHARED = 4

/**
 * A few connections on which statements are sent without waiting for the answers to those before them, for hot queries. With a
 * connection each, every statement would wake another server process, and all of them share the cores. Statements of one tick
 * are sent as one packet, for the same reason.
 */
export interface StatementLanes extends AsyncDisposable {
  /** Runs one statement and gives its rows. */
  ask<Row>(statement: pg.QueryConfig): Promise<readonly Row[]>
}

interface Lane {
  readonly client: Promise<pg.PoolClient>
  /** Statements that are not answered yet. */
  waiting: number
  /** Statements of this turn, not sent yet. */
  held: number
}

/** Opens lanes on connections of a pool. @param most the number of connections. */
export function openLanes(pool: pg.Pool, most: number): StatementLanes {
  const lanes = new Set<Lane>()
  const open = (): Lane => {
    const lane: Lane = { client: pool.connect(), waiting: 0, held: 0 }
    lanes.add(lane)
    const lost = () => lanes.delete(lane)
    lane.client.then((client) => {
      client.once('error', lost)
      client.once('end', () => {
        lost()
        client.release(true)
      })
    }, lost)
    return lane
  }
  return {
    async ask<Row>(statement: pg.QueryConfig) {
      const lane = freest(lanes, most) ?? open()
      lane.waiting += 1
      try {
        const client = await lane.client
        hold(lane, client)
        return (await client.query(statement)).rows as readonly Row[]
      } finally {
        lane.waiting -= 1
      }
    },
    async [Symbol.asyncDispose]() {
      const opened = await Promise.allSettled([...lanes].map(({ client }) => client))
      lanes.clear()
      for (const one of opened) if (one.status === 'fulfilled') await one.value.end()
    },
  }
}

/** Flushes queued statements at the end of the current tick. */
function hold(lane: Lane, client: pg.PoolClient): void {
  lane.held += 1
  if (lane.held > 1) return
  const { stream } = (client as unknown as { readonly connection: pg.Connection }).connection
  stream.cork()
  setImmediate(() => {
    lane.held = 0
    stream.uncork()
  })
}

/** One that is about to send, else the lane where fewest wait; null where another should be opened. */
function freest(lanes: ReadonlySet<Lane>, most: number): Lane | null {
  let best: Lane | null = null
  for (const lane of lanes) {
    if (lane.held > 0 && lane.held < MAX_SHARED) return lane
    if (best === null || lane.waiting < best.waiting) best = lane
  }
  return best === null || (best.waiting > 0 && lanes.size < most) ? null : best
}
