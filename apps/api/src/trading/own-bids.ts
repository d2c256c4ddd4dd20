import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { type ListingTerms, NO_TERMS } from '@opal/domain/prices/listing-terms'
import { toSeconds } from '@opal/domain/time'
import { setKeyOf } from '@opal/store/accounts/token-sets'
import { readSetOffers } from '@opal/store/queries/orders/offers/set-offers'
import { readOwnBids } from '@opal/store/queries/orders/own-bids'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import type { ApiContext } from '../context.ts'
import { editionsInSets } from './load-trade.ts'
import { isPossible, ownBidsAbove, type PlannedItem } from './plan/trade-plan.ts'

type Context = Pick<ApiContext, 'store' | 'nowMicros' | 'tradeGate'>

/** A planned sale by listing: what is asked, and of whom. */
interface AskedItems {
  readonly seller: Address
  readonly items: readonly PlannedItem[]
  /** Terms of all of them; undefined where each keeps those that it has. */
  readonly terms: ListingTerms | undefined
}

/**
 * Returns an answer to a request for listings, with a warning where the seller bids more for an item than is asked for it: the buyer could
 * sell it into that bid. What is listed for one buyer alone is left out.
 */
export async function withOwnBidWarning(
  context: Context,
  asked: AskedItems,
  answering: Promise<TradeAnswer>,
): Promise<TradeAnswer> {
  const [answer, below] = await Promise.all([answering, itemsBelowOwnBids(context, asked)])
  const count = below.filter((at) => answer.items[at]?.reason === null).length
  return count === 0 ? answer : { ...answer, warning: ownBidsAbove(count) }
}

/** Returns the positions of the items that are asked for less than their seller bids for them. */
async function itemsBelowOwnBids(context: Context, { seller, items, terms }: AskedItems): Promise<readonly number[]> {
  const open = items.flatMap((item, at) => {
    const { token } = item
    if (!isPossible(item) || token === null || isReserved(item, terms)) return []
    return [{ at, token, leastOctas: terms?.fall?.endOctas ?? item.priceOctas }]
  })
  if (open.length === 0) return []
  const bidOn = await context.tradeGate(() =>
    loadOwnBids(
      context,
      seller,
      open.map(({ token }) => token),
    ),
  )
  return open.flatMap(({ at, token, leastOctas }) => (leastOctas < bidOn(token) ? [at] : []))
}

/** Returns whether one wallet alone can buy: by the new terms, or by those that a listing keeps. */
function isReserved({ listing }: PlannedItem, terms: ListingTerms | undefined): boolean {
  return (terms ?? listing?.terms ?? NO_TERMS).reservedFor !== null
}

/** Loads a function from a token, in its edition, to the highest bid of a wallet that it could be sold into; 0 without one. Octas. */
async function loadOwnBids(
  { store, nowMicros }: Context,
  bidder: Address,
  tokens: readonly TokenHead[],
): Promise<(token: TokenHead) => bigint> {
  const nowSeconds = toSeconds(nowMicros())
  const tokenDataIds = [...new Set(tokens.map(({ tokenDataId }) => tokenDataId))]
  const collectionIds = [...new Set(tokens.map(({ collectionId }) => collectionId))]
  const [bids, ofSets] = await Promise.all([
    readOwnBids(store, bidder, { tokenDataIds, collectionIds, nowSeconds }),
    editionsInSets(store, tokens, tokens).then((some) =>
      readSetOffers(store, some, { buyer: bidder, takeableAtSeconds: nowSeconds }),
    ),
  ])
  return ({ tokenDataId, propertyVersion, collectionId }) => {
    const sets = ofSets.setsOf.get(setKeyOf(tokenDataId, propertyVersion))
    const fitting = [
      ...bids.filter((bid) =>
        bid.tokenDataId === null
          ? bid.collectionId === collectionId
          : bid.tokenDataId === tokenDataId && bid.propertyVersion === propertyVersion,
      ),
      ...ofSets.offers.filter((offer) => offer.setRoot !== null && sets?.has(offer.setRoot) === true),
    ]
    return fitting.reduce((most, { priceOctas }) => (priceOctas > most ? priceOctas : most), 0n)
  }
}
