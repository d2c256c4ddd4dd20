import { MAX_TRADE_ITEMS } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import { isOffered } from '@opal/marketplaces/build-payload'
import { readCheapestListings } from '@opal/store/read/read-cheapest-listings'
import { readTokens } from '@opal/store/read/read-tokens'
import type { ApiContext } from '../context.ts'
import type { IntentOf } from './batch-intents.ts'
import { planBuy } from './plan-buy.ts'
import { refuseImpossible } from './prepare-trade.ts'
import { isPossible, type PossibleItem } from './trade-plan.ts'

/** What a sweep may buy. */
export interface SweepBounds {
  readonly wallet: Address
  readonly collectionId: Address
  readonly maxPriceOctas: bigint | undefined
  readonly exclude:
    | { readonly tokenDataIds?: readonly Address[] | undefined; readonly marketplaces?: readonly string[] | undefined }
    | undefined
}

/** Listings looked at beyond what one transaction carries: some turn out not to be for sale to this wallet. */
const SPARE = 30

/** The cheapest listings of a collection that this wallet can buy, each token's cheapest. */
export async function loadSweepBook(
  context: ApiContext,
  { wallet, collectionId, maxPriceOctas, exclude }: SweepBounds,
  intentOf: IntentOf,
): Promise<readonly PossibleItem[]> {
  const open = context.marketplaces.filter((deployed) => isOffered(deployed, 'buy'))
  const listings = await readCheapestListings(context.store, {
    collectionId,
    marketplaces: open.map(({ adapter }) => adapter.id).filter((id) => !exclude?.marketplaces?.includes(id)),
    notSeller: wallet,
    notTokens: exclude?.tokenDataIds ?? [],
    maxOctas: maxPriceOctas ?? null,
    take: MAX_TRADE_ITEMS + SPARE,
  })
  const ids = listings.map(({ tokenDataId }) => tokenDataId)
  const tokens = await readTokens(context.store, ids, context.nowMicros())
  const facts = {
    tokens: new Map(tokens.map((token) => [token.tokenDataId, token])),
    listings: Map.groupBy(listings, ({ tokenDataId }) => tokenDataId),
  }
  const asked = ids.map((tokenDataId) => ({ tokenDataId: tokenDataId as Address }))
  const planned = planBuy(wallet, asked, facts, context.marketplaces)
  return refuseImpossible(context, planned, intentOf).filter(isPossible)
}
