import type { TradeAnswer, TradeItem, WirePayload } from '@opal/contract/trading/trade'
import type { BatchIntent, Intent, MarketplaceListing } from '@opal/domain/intent'
import { sumOctas } from '@opal/domain/prices/octas'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { prepareBatch } from '@opal/marketplaces/aggregator/prepare-batch'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import type { ChosenDraft } from '../../quote/trade-draft.ts'
import {
  CREATOR,
  collectionIdOf,
  collectionName,
  itemWith,
  listingAt,
  PLACE,
  type TradeFacts,
} from './trade-fixtures.ts'

/** A user's choice, and what a correct API builds and shows for it. */
export interface MadeTrade {
  readonly draft: ChosenDraft
  readonly items: readonly TradeItem[]
  /** Octas that the wallet gains, negative for what it pays; gas left out. */
  readonly gain: bigint
  /** Where the price of a sale goes. */
  readonly split?: Partial<TradeAnswer['split']>
  readonly built: Built
}

/** Makes the trade of a kind. */
export type TradeMaker = (facts: TradeFacts) => MadeTrade | Promise<MadeTrade>

type Built = Pick<TradeAnswer, 'priceGuard'> & { readonly payload: WirePayload }

/** A trade needs a script or several transactions. */
export class NotInOneCallError extends Error {
  override readonly name = 'NotInOneCallError'
}

/** Returns the listings of a trade, the items that show them, and what a user chooses of them. */
export function listingsOf(facts: TradeFacts) {
  const listings = facts.marketplaces.map((marketplace, at) => listingAt(facts, marketplace, at))
  const chosen = listings.map(({ token, marketplace, listingId }) => ({
    tokenDataId: token.tokenDataId,
    marketplace,
    listingId,
  }))
  return {
    listings,
    chosen,
    total: sumOctas(listings.map(({ priceOctas }) => priceOctas)),
    items: listings.map((listing) => itemWith(listing.token, { listing, priceOctas: listing.priceOctas })),
  }
}

/** Returns the first listing of a trade, whose marketplace and token are those of trades of one item. */
export function firstListing(facts: TradeFacts): MarketplaceListing {
  return listingAt(facts, facts.marketplaces[0] as string, 0)
}

/** Returns the collection of a trade's tokens. */
export function collectionOf(facts: TradeFacts) {
  const collectionId = collectionIdOf(facts)
  const names = { creatorAddress: CREATOR, collectionName: collectionName(facts) }
  return facts.isOld
    ? ({ standard: 'v1', collectionId, ...names } as const)
    : ({ standard: 'v2', collectionId } as const)
}

/** Returns the item of a bid on any token of a collection. */
export function anyToken(token: TokenRef, priceOctas: bigint): TradeItem {
  return { ...itemWith(token, { priceOctas }), tokenDataId: null }
}

/** Returns the octas that a sale at a price brings its seller. */
export function netOf(priceOctas: bigint): bigint {
  return (priceOctas * 9n) / 10n
}

/** Returns where a price goes of which the seller gets a part. */
export function splitOf(priceOctas: bigint, sellerOctas: bigint) {
  const royaltyOctas = (priceOctas - sellerOctas) / 3n
  return {
    priceOctas: String(priceOctas),
    sellerOctas: String(sellerOctas),
    commissionOctas: String(priceOctas - sellerOctas - royaltyOctas),
    royaltyOctas: String(royaltyOctas),
  }
}

/** Builds the call of an intent on one marketplace. */
export function callOf(intent: Intent, marketplace: string): Built {
  const deployed = PLACE.marketplaces.find(({ adapter }) => adapter.id === marketplace)
  if (deployed === undefined) throw new TypeError(`there is no ${marketplace}`)
  return toWire(buildPayload(deployed, intent))
}

/** Builds the one transaction of an intent, without scripts, which need modules. @throws NotInOneCallError */
export async function batchOf(intent: BatchIntent): Promise<Built> {
  const [step, ...others] = await prepareBatch(intent, PLACE, () =>
    Promise.reject(new NotInOneCallError('no modules here')),
  )
  if (step === undefined || others.length > 0) throw new NotInOneCallError('more than one transaction')
  return toWire(step.payload, step.priceGuard)
}

/** Returns a payload as the API sends it. */
export function toWire(payload: object, priceGuard: TradeAnswer['priceGuard'] = null): Built {
  return { payload: JSON.parse(JSON.stringify(payload)) as WirePayload, priceGuard }
}
