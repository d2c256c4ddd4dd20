import { createSkimmer, type Skimmer } from '@opal/chain/skim'
import { TOKEN_WANTED_TYPES } from '@opal/chain/tokens/token-types'
import { toShortAddress } from '@opal/domain/address'
import { wantedTypes } from '@opal/marketplaces/decode-market-events'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'

/** What the indexer looks for: which transactions to decode, and which of their parts to keep. */
export interface Wanted {
  readonly skim: Skimmer
  readonly eventTypes: ReadonlySet<string>
  /** Resources of marketplaces, kept wherever they are written. */
  readonly marketResourceTypes: ReadonlySet<string>
  /** `0xaddr::` of each marketplace's package: their events are kept even when we do not know them. */
  readonly packages: readonly string[]
}

/** Gathers what the given marketplaces and the token standards need. */
export function wantedOf(marketplaces: readonly DeployedMarketplace[]): Wanted {
  const market = wantedTypes(marketplaces)
  const eventTypes = [...market.eventTypes, ...TOKEN_WANTED_TYPES.eventTypes]
  return {
    // A marketplace's own resources need not be looked for: they are written with its events.
    skim: createSkimmer({ eventTypes, resourceTypes: TOKEN_WANTED_TYPES.resourceTypes }),
    eventTypes: new Set(eventTypes),
    marketResourceTypes: new Set(market.resourceTypes),
    packages: marketplaces.map(({ contracts }) => `${toShortAddress(contracts.packageAddress)}::`),
  }
}
