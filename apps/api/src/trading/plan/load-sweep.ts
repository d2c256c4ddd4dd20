import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { Address } from '@opal/domain/address'
import { isOffered } from '@opal/marketplaces/payload/build-payload'
import { type ListingRow, readCheapestListings } from '@opal/store/queries/orders/listings'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { cheapestOf, type TokenSelection } from '../../trait-filter/token-selection.ts'
import type { IntentOf } from '../intents.ts'
import { refuseImpossible } from '../prepare-trade.ts'
import { planBuy } from './plan-buying.ts'
import { isPossible, type PossibleItem } from './trade-plan.ts'

/** Listings that a sweep may buy. */
export interface SweepBounds {
  readonly wallet: Address
  readonly selection: TokenSelection
  readonly maxPriceOctas: bigint | undefined
  readonly exclude:
    | { readonly tokenDataIds?: readonly Address[] | undefined; readonly marketplaces?: readonly string[] | undefined }
    | undefined
}

/** Tokens that are looked through, cheapest first: a collection may have any number that a wallet cannot buy where it wants to. */
const MAX_LOOKED_THROUGH = 10_000

/**
 * Loads the cheapest listings of a selection that this wallet can buy, each token's cheapest, as many as one transaction carries; of ten thousand
 * tokens at most. Tokens are those of the list under the same filter; a listing dearer than the filter's highest price is not bought, though
 * the token is listed cheaper where this wallet cannot buy.
 * @throws CollectionTooLargeError
 */
export async function loadSweepBook(
  context: ApiContext,
  { wallet, selection, maxPriceOctas, exclude }: SweepBounds,
  intentOf: IntentOf,
): Promise<readonly PossibleItem[]> {
  const { marketplace, maxOctas } = selection.tokens
  const open = context.marketplaces
    .filter((deployed) => isOffered(deployed, 'buy'))
    .map(({ adapter }) => adapter.id)
    .filter((id) => !exclude?.marketplaces?.includes(id) && (marketplace === undefined || id === marketplace))
  if (open.length === 0) return []
  const left = new Set<string>(exclude?.tokenDataIds)
  const limit = leastOf(maxPriceOctas, maxOctas)
  const book: PossibleItem[] = []
  let lookedThrough = 0
  for await (const { tokenDataIds, laterFromOctas } of cheapestOf(context, selection)) {
    const asked = tokenDataIds.filter((id) => !left.has(id))
    const bounds = { marketplaces: open, notSeller: wallet, maxOctas: limit }
    const found = await context.tradeGate(async () =>
      planOf(context, wallet, await readCheapestListings(context.store, { tokenDataIds: asked, ...bounds }), intentOf),
    )
    book.push(...found)
    // A token is ranked by its cheapest listing, which this wallet may be unable to buy: cheaper tokens may then be in a later batch.
    const settled = book.filter(({ priceOctas }) => laterFromOctas === null || priceOctas <= laterFromOctas)
    if (settled.length >= MAX_TRADE_ITEMS) break
    if (limit !== null && laterFromOctas !== null && laterFromOctas > limit) break
    lookedThrough += tokenDataIds.length
    if (lookedThrough >= MAX_LOOKED_THROUGH) return settled
  }
  return book
}

async function planOf(
  context: ApiContext,
  wallet: Address,
  listings: readonly ListingRow[],
  intentOf: IntentOf,
): Promise<readonly PossibleItem[]> {
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

function leastOf(...amounts: readonly (bigint | undefined)[]): bigint | null {
  return amounts.reduce<bigint | null>(
    (least, amount) => (amount === undefined || (least !== null && least <= amount) ? least : amount),
    null,
  )
}
