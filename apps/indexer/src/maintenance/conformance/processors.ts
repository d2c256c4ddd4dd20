import { marketplaceById } from '@opal/marketplaces/registry'

/** Official tables by processor; null for processors that we do not offer. */
export interface OfferedProcessor {
  /** Rows of this marketplace only: others may have had a part in the same transactions. Null for the chain's own tables. */
  readonly marketplace: string | null
}

const AGGREGATOR = 'nft_aggregator_'
/** Processors of Aptos' own indexer whose tables are the chain's own here. */
const CHAIN_PROCESSORS: ReadonlySet<string> = new Set([
  'token_v2_processor',
  'ans_processor',
  'fungible_asset_processor',
  'objects_processor',
  'user_transaction_processor',
])

/**
 * Returns whether a processor is offered. The aggregator's are when an adapter has the marketplace name that
 * follows the prefix, with or without its version.
 */
export function offeredProcessor(name: string): OfferedProcessor | null {
  if (name.startsWith(AGGREGATOR)) {
    const marketplace = marketplaceById(name.slice(AGGREGATOR.length))
    return marketplace === null ? null : { marketplace: marketplace.id }
  }
  return CHAIN_PROCESSORS.has(name) ? { marketplace: null } : null
}

/** Returns our id of a marketplace for its name in official rows; unknown names stay. */
export function ourMarketplace(name: string): string {
  return marketplaceById(name)?.id ?? name
}
