import { leanScope } from '@opal/chain/state/state-scope'
import { CHAIN_IDS, type NetworkName } from '@opal/domain/network'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { type ContractsOverride, contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { connect } from '@opal/store/driver/connection'
import { withLease } from '@opal/store/driver/lease'
import { migrate } from '@opal/store/migrate'
import { type RebuildReport, rebuild } from '../../pipeline/derive/rebuild.ts'
import { leaseName, openContext } from '../../pipeline/open-context.ts'

export interface RebuildOptions {
  readonly databaseUrl: string
  readonly network: NetworkName
  /** Contract overrides of marketplaces, by id, as in the indexer's configuration. */
  readonly contracts?: Readonly<Record<string, ContractsOverride>>
  /** Address of our aggregator, as in the indexer's configuration. */
  readonly aggregator?: string | undefined
  readonly signal: AbortSignal
  /** Called when a running indexer holds the lease and has to be stopped first. */
  readonly onWaiting?: () => void
  /** Called now and then with the number of processed raw transactions. */
  readonly onTransactions?: (count: number) => void
}

/**
 * Makes everything derived in a database again from its raw rows alone, without the network. The signal ends a migration, the wait for
 * the lease, and the work between two batches: the old rows stay.
 * @returns null when the signal came first.
 */
export async function rebuildDatabase(options: RebuildOptions): Promise<RebuildReport | null> {
  const { network, contracts, aggregator, signal, onWaiting, onTransactions } = options
  const lease = { name: leaseName(), signal, ...(onWaiting !== undefined && { onWaiting }) }
  const deployed = contractsOf(network, contracts)
  try {
    await migrate(options.databaseUrl, { signal })
    await using store = connect({ connectionString: options.databaseUrl, applicationName: 'opal-rebuild' })
    const report = await withLease(store.db, lease, async (db) => {
      const context = await openContext(
        db,
        deployed,
        CHAIN_IDS[network],
        leanScope(network),
        aggregatorOn(network, aggregator),
      )
      return rebuild(context, { signal, onTransactions })
    })
    return report ?? null
  } catch (error) {
    if (signal.aborted && error === signal.reason) return null
    throw error
  }
}
