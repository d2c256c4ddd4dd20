import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import type { ListingRef, MarketplaceListing, MarketplaceOffer } from '@opal/domain/intent'
import { mayBeSameItem, type NamedItem, repeatedItems } from '@opal/domain/tokens/named-item'
import { type CollectionRef, collectionIdV1, type TokenRef, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { isMember, leafOf, type SetHash } from '@opal/domain/tokens/token-set'
import { PayloadRefusedError } from './payload-refused-error.ts'

/** Returns the octas that the signer gains by the answer, without gas; negative for a cost. */
export function shownGain({ split }: TradeAnswer): bigint {
  return BigInt(split.receivedOctas) - BigInt(split.totalOctas) + BigInt(split.gasOctas)
}

/** Returns the items that the answer trades. */
export function tradedItems({ items }: TradeAnswer): readonly TradeItem[] {
  return items.filter(({ reason }) => reason === null)
}

/** Pairs each traded item with its choice, each choice once. @throws PayloadRefusedError for one that was not chosen. */
export function pairs<Chosen>(
  chosen: readonly Chosen[],
  traded: readonly TradeItem[],
  isSame: (one: Chosen, item: TradeItem) => boolean,
): readonly (readonly [Chosen, TradeItem])[] {
  const left = [...chosen]
  return traded.map((item) => {
    const at = left.findIndex((one) => isSame(one, item))
    const [one] = at < 0 ? [] : left.splice(at, 1)
    if (one === undefined) throw new PayloadRefusedError('something you didn’t choose')
    return [one, item] as const
  })
}

/**
 * Pairs items as {@link pairs} does, by token, edition and listing. An item that repeats an earlier choice is never traded.
 * @param mayBeSame `mayBeSameListing` for a purchase: the marketplace may be all that a choice names of a listing.
 */
export function pairItems<Chosen extends NamedItem>(
  chosen: readonly Chosen[],
  traded: readonly TradeItem[],
  mayBeSame = mayBeSameItem,
) {
  const repeated = repeatedItems(chosen, mayBeSame)
  return pairs(
    chosen.filter((one) => !repeated.has(one)),
    traded,
    (one, item) => isSameItem(one, item, mayBeSame),
  )
}

/** Returns whether an item is the chosen one, as far as the choice names it: its order has what was not chosen. */
function isSameItem(chosen: NamedItem, { tokenDataId, names, listing }: TradeItem, mayBeSame = mayBeSameItem): boolean {
  if (tokenDataId === null) return false
  const named = { ...chosen, tokenDataId: parseAddress(chosen.tokenDataId) }
  const editions = names === null ? [] : [names.propertyVersion, listing?.propertyVersion ?? names.propertyVersion]
  return [
    { tokenDataId, marketplace: listing?.marketplace, listingId: listing?.listingId },
    ...editions.map((propertyVersion) => ({ tokenDataId, propertyVersion })),
  ].every((answered) => mayBeSame(named, answered))
}

/** Returns the token of a choice, in its edition. @throws PayloadRefusedError for another token, or an edition that was not chosen. */
export function chosenTokenOf(
  item: TradeItem,
  chosen: { readonly tokenDataId: string; readonly propertyVersion?: string | undefined },
): TokenRef {
  const token = tokenOf(item, chosen.tokenDataId)
  const isChosen = token.standard === 'v2' || (chosen.propertyVersion !== undefined && isSameItem(chosen, item))
  if (!isChosen) throw new PayloadRefusedError('an edition you didn’t choose')
  return token
}

/** Returns whether an answered item is this offer and no listing. */
export function isSameOffer(
  {
    marketplace,
    offerId,
    tokenBid,
  }: { readonly marketplace: string; readonly offerId: string; readonly tokenBid?: boolean | undefined },
  { listing, offer }: TradeItem,
): boolean {
  if (listing !== null || offer === null || offer.marketplace !== marketplace || offer.offerId !== offerId) return false
  return tokenBid === undefined || tokenBid === offer.isOnToken
}

/** Returns whether an answered item is this listing or offer. */
export function isSameOrder(
  { kind, marketplace, orderId }: { readonly kind: string; readonly marketplace: string; readonly orderId: string },
  item: TradeItem,
): boolean {
  if (kind !== 'listing') return isSameOffer({ marketplace, offerId: orderId, tokenBid: kind === 'token-offer' }, item)
  return item.listing?.marketplace === marketplace && item.listing.listingId === orderId
}

/** Returns the only traded item. @throws PayloadRefusedError for any other number. */
export function soleItem(traded: readonly TradeItem[]): TradeItem {
  const [item, ...others] = traded
  if (item === undefined || others.length > 0) throw new PayloadRefusedError('more than you chose')
  return item
}

/** Returns the token of a chosen id. @throws PayloadRefusedError for names of another id. */
export function tokenOf({ names }: TradeItem, id: string | null): TokenRef {
  if (id === null) throw new PayloadRefusedError('an order for no token')
  const tokenDataId = parseAddress(id)
  if (names === null) return { standard: 'v2', tokenDataId }
  const { collection: collectionName, token: tokenName, propertyVersion } = names
  const creatorAddress = parseAddress(names.creatorAddress)
  if (tokenDataIdV1(creatorAddress, collectionName, tokenName) !== tokenDataId)
    throw new PayloadRefusedError('another token')
  if (isAmbiguous(collectionName, tokenName)) throw new PayloadRefusedError('a name that two tokens share')
  return {
    standard: 'v1',
    tokenDataId,
    creatorAddress,
    collectionName,
    tokenName,
    propertyVersion: BigInt(propertyVersion),
  }
}

/**
 * Returns whether another collection and token of the same creator could have the same id: it is a hash of the names joined by
 * `::`, which names may contain.
 */
function isAmbiguous(collectionName: string, tokenName: string): boolean {
  const joined = `${collectionName}::${tokenName}`
  return joined.indexOf('::') !== joined.lastIndexOf('::')
}

/** Returns the collection of a chosen id. @throws PayloadRefusedError for names of another id. */
export function collectionOf({ names }: TradeItem, id: string): CollectionRef {
  const collectionId = parseAddress(id)
  if (names === null) return { standard: 'v2', collectionId }
  const creatorAddress = parseAddress(names.creatorAddress)
  const { collection: collectionName } = names
  if (collectionIdV1(creatorAddress, collectionName) !== collectionId)
    throw new PayloadRefusedError('a bid on another collection')
  return { standard: 'v1', collectionId, creatorAddress, collectionName }
}

interface ChosenListing {
  readonly marketplace?: string | undefined
  readonly listingId?: string | undefined
}

/** Returns the chosen listing of an item. @throws PayloadRefusedError for another one, or another price than is shown. */
export function listingOf(item: TradeItem, chosen: ChosenListing): MarketplaceListing {
  const listing = listedAs(item, chosen)
  const isShown = item.priceOctas !== null && listing.priceOctas === BigInt(item.priceOctas)
  if (!isShown || item.marketplace !== listing.marketplace)
    throw new PayloadRefusedError('something other than what’s shown')
  return listing
}

/** Returns the listing as {@link listingOf} does, at any price. */
export function listedAs(item: TradeItem, chosen: ChosenListing = {}): MarketplaceListing {
  const { listing } = item
  if (listing === null) throw new PayloadRefusedError('an order for no listing')
  const isOther =
    (chosen.listingId !== undefined && chosen.listingId !== listing.listingId) ||
    (chosen.marketplace !== undefined && chosen.marketplace !== listing.marketplace)
  if (isOther) throw new PayloadRefusedError('another listing')
  const token = tokenOf(item, item.tokenDataId)
  const ref: ListingRef = {
    listingId: listing.listingId,
    token: token.standard === 'v1' ? { ...token, propertyVersion: BigInt(listing.propertyVersion) } : token,
    seller: parseAddress(listing.seller),
    priceOctas: BigInt(listing.priceOctas),
  }
  return { ...ref, marketplace: listing.marketplace }
}

/** Returns the offer of an item. @throws PayloadRefusedError for another price than is shown. */
export function offerOf({ offer, priceOctas, marketplace }: TradeItem): {
  readonly offer: MarketplaceOffer
  readonly isOnToken: boolean
  readonly pool: PooledOffer | null
} {
  if (offer === null) throw new PayloadRefusedError('an order for no bid')
  const isShown = offer.priceOctas === priceOctas && offer.marketplace === marketplace
  if (!isShown) throw new PayloadRefusedError('something other than what’s shown')
  const { offerId, buyer, isOnToken, pool } = offer
  return {
    offer: { offerId, buyer: parseAddress(buyer), priceOctas: BigInt(priceOctas), marketplace: offer.marketplace },
    isOnToken,
    pool,
  }
}

/** How the bidder's pool pays an offer, as the API answers it. */
type PooledOffer = NonNullable<NonNullable<TradeItem['offer']>['pool']>

/**
 * Returns the proof with which a token is sold into an offer that a pool pays; none where no pool does.
 * @throws PayloadRefusedError unless the proof shows the token in the set that the offer names.
 */
export function poolProofOf(pool: PooledOffer | null, token: TokenRef): { readonly poolProof?: readonly SetHash[] } {
  if (pool === null) return {}
  const { setRoot, proof } = pool
  const isShown = setRoot === null ? proof.length === 0 : isMember(setRoot, leafOf(token), proof)
  if (!isShown) throw new PayloadRefusedError('a sale into a bid on other items')
  return { poolProof: proof }
}

/**
 * Requires that gas, and the placing fee that it names, is all that the answer costs. Then what it says is received is what the
 * simulation has to bring; it could name any sum if the same sum were said to be paid.
 * @param maxFeeOctas most that may be taken for placing orders. @throws PayloadRefusedError
 */
export function requireOnlyGas({ split }: TradeAnswer, maxFeeOctas = 0n): void {
  const feeOctas = BigInt(split.placingFeeOctas)
  if (feeOctas > maxFeeOctas || BigInt(split.totalOctas) !== BigInt(split.gasOctas) + feeOctas)
    throw new PayloadRefusedError(`something that costs more than gas${maxFeeOctas > 0n ? ' and the placing fee' : ''}`)
}

/**
 * Requires that the shown price of a sale is that of its bids, and goes where the answer says.
 * @returns what each item brings the seller, octas. @throws PayloadRefusedError
 */
export function soldFor({ split }: TradeAnswer, traded: readonly TradeItem[]): readonly bigint[] {
  const each = traded.map(({ sellerOctas }) => {
    if (sellerOctas === null) throw new PayloadRefusedError('a sale for an unknown sum')
    return BigInt(sellerOctas)
  })
  const sum = (octas: readonly (string | bigint | null)[]) =>
    octas.reduce<bigint>((total, one) => total + BigInt(one ?? 0), 0n)
  const price = sum(traded.map(({ priceOctas }) => priceOctas))
  const parts = sum([split.sellerOctas, split.commissionOctas, split.royaltyOctas])
  const isShown = BigInt(split.priceOctas) === price && BigInt(split.sellerOctas) === sum(each) && parts === price
  if (!isShown) throw new PayloadRefusedError('something other than what’s shown')
  return each
}

/**
 * Requires that the answer costs no more than these octas besides gas and the placing fee that it names.
 * @param maxFeeOctas most that may be taken for placing orders. @throws PayloadRefusedError
 */
export function requireCost(answer: TradeAnswer, maxOctas: bigint, maxFeeOctas: bigint): void {
  const feeOctas = BigInt(answer.split.placingFeeOctas)
  if (feeOctas > maxFeeOctas || -shownGain(answer) > maxOctas + feeOctas) throw dearer()
}

/** Returns the refusal of what costs more than was chosen. */
export function dearer(): PayloadRefusedError {
  return new PayloadRefusedError('something that costs more than you chose')
}
