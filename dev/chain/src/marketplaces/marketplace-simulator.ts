import type { Intent } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import type { MoveModule } from '../modules/move-module.ts'
import type { AggregatorRoutes } from './aggregator/routes.ts'

/** A marketplace as the localnet runs it: the counterpart of its adapter, loaded by no deployed program. */
export interface MarketplaceSimulator {
  /** Id of the adapter whose contracts these are. */
  readonly id: string
  /** Returns the Move modules of the marketplace's packages. */
  simulate(contracts: MarketplaceContracts): readonly MoveModule[]
  /** Calls of the aggregator's module to the marketplace. Absent where it does not reach it. */
  readonly routes?: AggregatorRoutes
  /** Returns the call that places a bid where the adapter builds none, because its arguments are inferred; null for others. */
  readonly inferredBid?: (
    intent: Extract<Intent, { readonly kind: 'place-token-offer' | 'place-collection-offer' }>,
  ) => EntryFunctionPayload | null
}
