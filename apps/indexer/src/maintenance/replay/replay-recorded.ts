import { fullScope } from '@opal/chain/state/state-scope'
import { CHAIN_IDS, type NetworkName } from '@opal/domain/network'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import {
  type ContractsOverride,
  contractsOf,
  type DeployedMarketplace,
} from '@opal/marketplaces/contracts/network-contracts'
import { connect, type Database, type Store } from '@opal/store/driver/connection'
import { withLease } from '@opal/store/driver/lease'
import { compareEvents } from '@opal/store/ingest/orders/fold-order'
import { readAllRows } from '@opal/store/maintenance/inspect/table-rows'
import { migrate } from '@opal/store/migrate'
import type { SaleRow } from '@opal/store/schema/history'
import { indexBatch } from '../../pipeline/batches/index-batch.ts'
import { leaseName, openContext } from '../../pipeline/open-context.ts'
import { readRecorded } from './recorded.ts'

export interface ReplayOptions {
  /** Folder of recorded transaction files of one network, e.g. `mainnet-transactions`. */
  readonly directory: string
  /** Database of the instance that will show them; migrated if needed. It must not hold another chain. */
  readonly databaseUrl: string
  /** Network of the transactions: names and contracts are taken from it. */
  readonly network: NetworkName
  /** Contract overrides of marketplaces, by id. */
  readonly contracts?: Readonly<Record<string, ContractsOverride>>
  /** Address of our aggregator, as in the indexer's configuration. */
  readonly aggregator?: string | undefined
  readonly signal?: AbortSignal
}

export interface ReplayResult {
  readonly transactions: number
  /** Transactions with events or changes to index. */
  readonly wanted: number
  readonly marketEvents: number
  readonly stopped: readonly string[]
  readonly refused: readonly { readonly file: string; readonly reason: string }[]
  /** Every sale now in the database, oldest first. */
  readonly sales: readonly SaleRow[]
}

const BATCH_SIZE = 500

/**
 * Feeds recorded transactions, in version order, through the indexer into a database.
 * @throws WrongChainError when the database holds another chain; Error when the folder cannot be read.
 */
export async function replayRecorded(options: ReplayOptions): Promise<ReplayResult> {
  const { network, aggregator } = options
  const { transactions, refused } = readRecorded(options.directory)
  await migrate(options.databaseUrl)
  await using store = connect({ connectionString: options.databaseUrl, applicationName: 'opal-replay' })
  const signal = options.signal ?? new AbortController().signal
  const totals = { wanted: 0, marketEvents: 0, stopped: [] as string[] }
  await withLease(store.db, { name: leaseName(), signal }, async (db: Database) => {
    const context = await openContext(
      db,
      marketplacesOf(options),
      CHAIN_IDS[network],
      fullScope(network),
      aggregatorOn(network, aggregator),
    )
    for (let from = 0; from < transactions.length && !signal.aborted; from += BATCH_SIZE) {
      const [first, ...rest] = transactions.slice(from, from + BATCH_SIZE)
      if (first === undefined) break
      const report = await indexBatch(context, [first, ...rest])
      totals.wanted += report.wanted
      totals.marketEvents += report.marketEvents
    }
    totals.stopped = [...context.stopped]
  })
  return { transactions: transactions.length, ...totals, refused, sales: await salesOf(store) }
}

/** Falls back to mainnet's marketplaces where none is known: a contract may have the same address. */
function marketplacesOf({ network, contracts }: ReplayOptions): readonly DeployedMarketplace[] {
  const known = contractsOf(network, contracts)
  return known.length > 0 ? known : contractsOf('mainnet')
}

async function salesOf(store: Store): Promise<readonly SaleRow[]> {
  const rows = (await readAllRows(store.db, 'market.sales')) as readonly SaleRow[]
  return rows.toSorted(compareEvents)
}
