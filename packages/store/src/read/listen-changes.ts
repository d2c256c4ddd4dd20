import pg from 'pg'
import { CHANGE_CHANNEL, NOTIFICATION_CHANNEL } from '../channels.ts'

const CONNECTION_TIMEOUT_MS = 5_000

export interface ListenOptions {
  readonly connectionString: string
  /** Called on every notification, and once after every (re)connection, since something may have been missed. */
  readonly onWake: () => void
  readonly onError: (error: Error) => void
  /** Pause before connecting again. Default 500 ms. */
  readonly retryMs?: number
}

/**
 * Hears the indexer on {@link CHANGE_CHANNEL}, and whichever process of the API made notifications on
 * {@link NOTIFICATION_CHANNEL}, by a connection of its own, which is opened again when it breaks. The notification is only a bell: read the feed after the last id you have.
 */
export function listenChanges(options: ListenOptions): AsyncDisposable {
  let stopped = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null

  const open = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: options.connectionString,
      application_name: 'opal-live',
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      keepAlive: true,
    })
    client = next
    next.on('notification', () => options.onWake())
    next.on('error', (error) => options.onError(error))
    next.once('end', () => again())
    try {
      await next.connect()
      await next.query(`listen ${CHANGE_CHANNEL}; listen ${NOTIFICATION_CHANNEL}`)
      options.onWake()
    } catch (error) {
      options.onError(error as Error)
      await next.end().catch(() => undefined)
      again()
    }
  }

  const again = (): void => {
    if (stopped || retry !== null) return
    retry = setTimeout(() => {
      retry = null
      void open()
    }, options.retryMs ?? 500)
  }

  void open()
  return {
    [Symbol.asyncDispose]: async () => {
      stopped = true
      if (retry !== null) clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
