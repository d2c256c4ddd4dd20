import { setTimeout as delay } from 'node:timers/promises'
import { leanScope } from '@opal/chain/state/state-scope'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import { CHAIN_IDS } from '@opal/domain/network'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { connect } from '@opal/store/driver/connection'
import { dumpDatabase } from '@opal/store/maintenance/inspect/table-rows'
import { createTestStore } from '@opal/store/testing/test-store'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { indexBatch } from '../pipeline/batches/index-batch.ts'
import { openContext } from '../pipeline/open-context.ts'
import { type Indexer, start } from '../start.ts'
import type { IndexerHealth } from '../status/indexer-health.ts'

/** A whole indexer in this process, asked over HTTP how it does. */
export interface RunningIndexer extends AsyncDisposable {
  readonly ended: Indexer['ended']
  ready(): Promise<{ readonly status: number; readonly health: IndexerHealth }>
  metrics(): Promise<string>
  /** Resolves with the health that fits. */
  until(fits: (health: IndexerHealth) => boolean): Promise<IndexerHealth>
}

/** Configuration of an indexer that follows the given localnet stream. */
export function indexerEnvironment(databaseUrl: string, streamAddress: string): Record<string, string> {
  return {
    OPAL_NETWORK: 'local',
    DATABASE_URL: databaseUrl,
    STREAM_ADDRESS: streamAddress,
    INDEX_FUNGIBLE_ASSETS: 'none',
    INDEX_OBJECTS: 'tokens',
    INDEX_TRANSACTIONS: 'none',
    INDEXER_PORT: '0',
  }
}

/**
 * Starts an indexer of localnet that reads the given stream.
 * @param more variables of its environment.
 */
export async function runIndexer(
  databaseUrl: string,
  streamAddress: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningIndexer> {
  const config = readConfig({ ...indexerEnvironment(databaseUrl, streamAddress), ...more })
  const indexer = await start(config, pino({ level: 'silent' }))
  const ready = async () => {
    const response = await fetch(`${indexer.statusUrl}/readyz`)
    return { status: response.status, health: (await response.json()) as IndexerHealth }
  }
  return {
    ended: indexer.ended,
    ready,
    metrics: async () => (await fetch(`${indexer.statusUrl}/metrics`)).text(),
    async until(fits) {
      while (true) {
        const { health } = await ready()
        if (fits(health)) return health
        await delay(10)
      }
    },
    [Symbol.asyncDispose]: () => indexer[Symbol.asyncDispose](),
  }
}

/** Every row that the transactions end in when nothing disturbs the indexer. */
export async function undisturbed(transactions: readonly RawTransaction[]) {
  await using store = await createTestStore()
  const context = await openContext(store.db, contractsOf('local'), CHAIN_IDS.local, leanScope('local'))
  const [first, ...rest] = transactions
  if (first !== undefined) await indexBatch(context, [first, ...rest])
  return await dumpDatabase(store.db)
}

/** Returns every row of a database. */
export async function rowsOf(databaseUrl: string) {
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  return await dumpDatabase(store.db)
}
