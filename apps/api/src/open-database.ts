import { connect, type Store } from '@opal/store/driver/connection'
import { openReplicas, type Replicas } from '@opal/store/driver/failover/replicas'
import { checkServers } from '@opal/store/driver/server-checks'
import { mayChangeChainRows } from '@opal/store/maintenance/inspect/server-facts'
import type { Logger } from 'pino'
import type { ApiConfig } from './config.ts'

/** Statement timeout, milliseconds; slower queries are answered as overloaded. */
const STATEMENT_TIMEOUT_MS = 10_000
/** Longest silence inside a transaction, milliseconds: other instances wait for the locks of a frozen one. */
const IDLE_TRANSACTION_MS = 5_000
/** Longest wait of a query for a connection of the pool, milliseconds. */
const CONNECTION_TIMEOUT_MS = 5_000

/** Logged when the API's user may change rows that only the indexer should write. */
const OWNS_MARKET =
  'DATABASE_URL names a user who may change what was read from the chain: give the API a user of its own, in the role opal_api.'

/** Connections to the store, and the checks of its servers. */
export interface ApiDatabase {
  readonly store: Store
  /** Replicas for reads; null without any. */
  readonly replicas: Replicas | null
  /** Rejects when a server's settings are not acceptable; never resolves. */
  readonly failed: Promise<never>
}

/** Opens the store and its replicas without waiting for them, and checks their servers in the background. */
export function openDatabase(config: ApiConfig, log: Logger, undo: AsyncDisposableStack): ApiDatabase {
  const store = undo.use(
    connect({
      connectionString: config.databaseUrl,
      pooledUrl: config.databasePooledUrl,
      retryMs: config.databaseRetryMs,
      applicationName: 'opal-api',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      idleTransactionMs: IDLE_TRANSACTION_MS,
      connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
      workload: 'requests',
      onError: (error) => log.warn({ err: error }, 'an idle connection to the store was lost'),
    }),
  )
  const replicas = config.replicas.urls.length === 0 ? null : undo.use(openReadReplicas(config, store, log))
  return { store, replicas, failed: checkInBackground(config, store, log, undo) }
}

function openReadReplicas(config: ApiConfig, store: Store, log: Logger): Replicas {
  return openReplicas(store, {
    ...config.replicas,
    options: {
      applicationName: 'opal-api-replica',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      workload: 'requests',
      onError: (error) => log.warn({ err: error }, 'an idle connection to a replica was lost'),
    },
  })
}

/** The store may come up later than the API; `/readyz` reports that. */
function checkInBackground(config: ApiConfig, store: Store, log: Logger, undo: AsyncDisposableStack): Promise<never> {
  const checking = new AbortController()
  undo.defer(() => checking.abort())
  const failed = Promise.withResolvers<never>()
  failed.promise.catch((error: Error) => log.fatal({ err: error }, error.message))
  checkServers(config.databaseUrl, config.databasePooledUrl, checking.signal).catch(failed.reject)
  if (config.network !== 'local') {
    mayChangeChainRows(store).then(
      (may) => may && log.error(OWNS_MARKET),
      () => undefined,
    )
  }
  return failed.promise
}
