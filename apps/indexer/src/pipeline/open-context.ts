import type { StateScope } from '@opal/chain/state/state-scope'
import { type Address, toShortAddress } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { readDecodeSkips } from '@opal/store/accounts/indexer-requests'
import type { Database } from '@opal/store/driver/connection'
import { writeMarketplaces } from '@opal/store/ingest/orders/write-marketplaces'
import { readStoredStops } from '@opal/store/ingest/stream/decode-stops'
import { skipKey } from './batches/decode-batch.ts'
import type { IndexContext } from './batches/index-batch.ts'
import { buildSelection } from './stream/transaction-selection.ts'

/** The one stream a network has; its checkpoint is what `processor_status` shows. */
export const MAIN_STREAM = 'main'

/** Returns the name of the lease of the main stream's writer. */
export function leaseName(): string {
  return `opal/indexer/${MAIN_STREAM}`
}

/**
 * Writes the marketplaces to the database, and gathers what indexing needs.
 * @param aggregator our aggregator's package: its callers trade through us, as our marketplace's do.
 */
export async function openContext(
  db: Database,
  marketplaces: readonly DeployedMarketplace[],
  chainId: number,
  scope: StateScope,
  aggregator: Address | null = null,
): Promise<IndexContext> {
  await writeMarketplaces(
    db,
    marketplaces.map(({ adapter, contracts }) => ({
      marketplace: adapter.id,
      status: contracts.status,
      is_native: adapter.isNative,
    })),
    ownPackages(marketplaces, aggregator),
  )
  const stops = await readStoredStops(db)
  return {
    db,
    stream: MAIN_STREAM,
    chainId,
    marketplaces,
    wanted: buildSelection(marketplaces, scope),
    stopped: new Set(stops.map((stop) => stop.marketplace)),
    skipped: new Set((await readDecodeSkips(db)).map(skipKey)),
  }
}

function ownPackages(marketplaces: readonly DeployedMarketplace[], aggregator: Address | null): readonly string[] {
  const native = marketplaces.filter(({ adapter }) => adapter.isNative).map(({ contracts }) => contracts.packageAddress)
  return [...native, ...(aggregator === null ? [] : [aggregator])].map(toShortAddress)
}
