import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const EVERY_MS = 2_000

export interface WatchOptions {
  readonly connectionString: string
  readonly applicationName: string
  /** Time without an answer after which the server counts as frozen. */
  readonly frozenAfterMs: number
}

/**
 * Sends keepalive statements on a dedicated connection until disposed. Statements of unlimited duration cannot distinguish a slow
 * server from a frozen one, and a frozen machine closes no connection.
 * @param onFrozen called when an answer or a connection is overdue.
 */
export function watchServer(options: WatchOptions, onFrozen: () => void): Disposable {
  const ending = new AbortController()
  void watch(options, onFrozen, ending.signal)
  return { [Symbol.dispose]: () => ending.abort() }
}

async function watch(options: WatchOptions, onFrozen: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: options.connectionString,
      application_name: options.applicationName,
      connectionTimeoutMillis: options.frozenAfterMs,
      query_timeout: options.frozenAfterMs,
    })
    // Other connections notice a lost server themselves.
    client.on('error', () => undefined)
    try {
      await client.connect()
      while (!signal.aborted) {
        await client.query('select')
        await delay(EVERY_MS, undefined, { signal, ref: false })
      }
    } catch (error) {
      if (isOverdue(error) && !signal.aborted) onFrozen()
    }
    // A frozen server does not answer the termination either.
    const ended = client.end().catch(() => undefined)
    await Promise.race([ended, delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)])
    await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

function isOverdue(error: unknown): boolean {
  return error instanceof Error && /^(Query read timeout|timeout expired)/.test(error.message)
}
