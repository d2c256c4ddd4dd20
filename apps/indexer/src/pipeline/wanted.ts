import { createSkimmer, type Skimmer } from '@opal/chain/skim'
import * as tokenTypes from '@opal/chain/tokens/token-types'
import { toShortAddress } from '@opal/domain/address'
import { wantedTypes } from '@opal/marketplaces/decode-market-events'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'

/** Every resource type that token rows are made of. */
export const TOKEN_RESOURCE_TYPES: ReadonlySet<string> = new Set(
  Object.values(tokenTypes).filter((value) => typeof value === 'string'),
)

/** What the indexer looks for: which transactions to decode, and which of their parts to keep. */
export interface Wanted {
  readonly skim: Skimmer
  /** Is a written resource of this type worth parsing? */
  readonly wantsResource: (type: string) => boolean
  readonly eventTypes: ReadonlySet<string>
  /** Those of {@link eventTypes} that are a marketplace's. */
  readonly marketEventTypes: ReadonlySet<string>
  /** Events of others that marketplaces read beside their own, kept where a marketplace's event is. */
  readonly companionEventTypes: ReadonlySet<string>
  /** Resources of marketplaces, kept wherever they are written. */
  readonly marketResourceTypes: ReadonlySet<string>
  /** `0xaddr::` of each marketplace's package: their events are kept even when we do not know them. */
  readonly packages: readonly string[]
}

/** Gathers what the given marketplaces and the token standards need. */
export function wantedOf(marketplaces: readonly DeployedMarketplace[]): Wanted {
  const market = wantedTypes(marketplaces)
  const eventTypes = [...market.eventTypes, ...tokenTypes.TOKEN_WANTED_TYPES.eventTypes]
  const marketResourceTypes = new Set(market.resourceTypes)
  return {
    // A marketplace's own resources need not be looked for: they are written with its events.
    skim: createSkimmer({ eventTypes, resourceTypes: tokenTypes.TOKEN_WANTED_TYPES.resourceTypes }),
    wantsResource: (type) => TOKEN_RESOURCE_TYPES.has(type) || marketResourceTypes.has(type),
    eventTypes: new Set(eventTypes),
    marketEventTypes: new Set(market.eventTypes),
    companionEventTypes: new Set(market.companionEventTypes),
    marketResourceTypes,
    packages: marketplaces.map(({ contracts }) => `${toShortAddress(contracts.packageAddress)}::`),
  }
}
