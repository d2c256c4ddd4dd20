import type { MoneySplit, TokenNames, TradeItem } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import { sumOctas } from '@opal/domain/prices/octas'
import { type Rate, toBps } from '@opal/domain/prices/rates'
import { type SplitPrice, splitPrice } from '@opal/domain/prices/sale-split'
import type { SetHash } from '@opal/domain/tokens/token-set'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import type { RoyaltyRow } from '@opal/store/queries/collections/read-collections'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import { toRate } from '../resources/collections/present-collection.ts'
import { toText, toTextOrNull } from '../wire-values.ts'
import { toTokenRef } from './intents.ts'
import { commissionedOrder, isPossible, type PlannedItem } from './plan/trade-plan.ts'
import type { SetProofs } from './set-proofs.ts'
import type { NodeAnswer } from './simulate.ts'

/**
 * `pays-price`: the signer pays the prices (buying, bidding); `gets-net`: receives them without fee and royalty (selling);
 * `gets-locked`: receives what cancelled bids hold, listings among them bring nothing; `only-gas`: neither. Else octas that the signer
 * moves into the bid pool, negative where they come out of it.
 */
export type MoneyMove = 'pays-price' | 'gets-net' | 'gets-locked' | 'only-gas' | { readonly intoPoolOctas: bigint }

/**
 * Adds up what the traded items cost and bring the signer, with the gas of the simulation. The signer may also be paid for another
 * reason (an artist gets the royalty, a marketplace the fee): what the simulation adds to the prices counts as received, what it
 * takes in addition as paid.
 * @param gain octas that the simulation brings the signer, without gas; null where it does not say.
 * @param isPlacing whether orders are placed: then what the simulation takes in addition to the price is the placing fee.
 */
export function sumMoney(
  items: readonly SplitItem[],
  { balanceOctas, simulated }: Pick<NodeAnswer, 'balanceOctas' | 'simulated'>,
  moves: MoneyMove,
  gain: bigint | null,
  isPlacing = false,
): MoneySplit {
  const traded = items.filter(({ item }) => isPossible(item) && (moves !== 'gets-locked' || holdsMoney(item)))
  const sum = (part: (one: SplitItem) => bigint | null | undefined) =>
    sumOctas(traded.map((one) => (part(one) ?? 0n) * one.item.quantity))
  const priceOctas = sum(({ item }) => item.priceOctas)
  const gasOctas = simulated === null ? 0n : simulated.gasUsed * simulated.gasUnitPrice
  const storageRefundOctas = simulated?.storageRefundOctas ?? 0n
  const sellerOctas = sum(({ split }) => split?.sellerOctas)
  const { pays, gets } = movedOctas(moves, priceOctas, sellerOctas)
  const extra = gain === null ? 0n : gain - (gets - pays)
  const paidExtra = extra < 0n ? -extra : 0n
  const totalOctas = gasOctas + pays + paidExtra
  const receivedOctas = gets + (extra > 0n ? extra : 0n)
  return {
    priceOctas: toText(priceOctas),
    sellerOctas: toText(sellerOctas),
    commissionOctas: toText(sum(({ split }) => split?.commissionOctas)),
    royaltyOctas: toText(sum(({ split }) => split?.royaltyOctas)),
    placingFeeOctas: toText(isPlacing ? paidExtra : 0n),
    gasOctas: toText(gasOctas),
    storageRefundOctas: toText(storageRefundOctas),
    totalOctas: toText(totalOctas),
    receivedOctas: toText(receivedOctas),
    balanceOctas: toTextOrNull(balanceOctas),
    balanceAfterOctas:
      balanceOctas === null ? null : toText(balanceOctas - totalOctas + receivedOctas + storageRefundOctas),
  }
}

function movedOctas(moves: MoneyMove, priceOctas: bigint, sellerOctas: bigint): { pays: bigint; gets: bigint } {
  switch (moves) {
    case 'pays-price':
      return { pays: priceOctas, gets: 0n }
    case 'gets-net':
      return { pays: 0n, gets: sellerOctas }
    case 'gets-locked':
      return { pays: 0n, gets: priceOctas }
    case 'only-gas':
      return { pays: 0n, gets: 0n }
    default: {
      const { intoPoolOctas } = moves
      return intoPoolOctas < 0n ? { pays: 0n, gets: -intoPoolOctas } : { pays: intoPoolOctas, gets: 0n }
    }
  }
}

/** A listing holds no money, nor does a bid that a pool pays. */
function holdsMoney({ offer }: PlannedItem): boolean {
  return offer !== null && !offer.isPooled
}

/** An item with where its price goes; no split where there is no price or no marketplace. */
export interface SplitItem {
  readonly item: PlannedItem
  readonly split: SplitPrice | null
  readonly presented: TradeItem
}

/** Splits each item's price by its marketplace's rate on chain and the token's royalty (else its collection's). */
export function splitItems(
  items: readonly PlannedItem[],
  royalties: ReadonlyMap<string, RoyaltyRow>,
  proofs?: Pick<SetProofs, 'of'>,
): readonly SplitItem[] {
  return items.map((item) => {
    const royalty = toRate(royalties.get(item.tokenDataId ?? '') ?? royalties.get(item.collectionId ?? ''))
    const commission = commissionOfItem(item)
    const split =
      item.priceOctas === null || commission === null ? null : splitPrice(item.priceOctas, commission, royalty)
    return {
      item,
      split,
      presented: {
        tokenDataId: item.tokenDataId,
        collectionId: item.collectionId,
        name: item.token?.name ?? null,
        image: item.token?.image ?? item.token?.collectionImage ?? null,
        marketplace: item.deployed?.adapter.id ?? null,
        listingId: item.listing?.listingId ?? null,
        offerId: item.offer?.offerId ?? null,
        names: item.names ?? namesOf(item.token),
        listing: item.listing === null ? null : presentListing(item.listing),
        offer: item.offer === null ? null : presentOffer(item.offer, proofs?.of(item) ?? []),
        quantity: toText(item.quantity),
        priceOctas: toTextOrNull(item.priceOctas),
        sellerOctas: toTextOrNull(split?.sellerOctas ?? null),
        commissionOctas: toTextOrNull(split?.commissionOctas ?? null),
        commissionBps: commission === null ? null : toBps(commission),
        royaltyOctas: toTextOrNull(split?.royaltyOctas ?? null),
        royaltyBps: split === null ? null : toBps(royalty),
        reason: item.reason,
      },
    }
  })
}

/** Returns the commission of an item; null where nothing is paid, or at no marketplace. */
function commissionOfItem(item: PlannedItem): Rate | null {
  if (item.deployed === null) return null
  const { contracts } = item.deployed
  return item.priceOctas === null
    ? contracts.commission
    : commissionOf(contracts, commissionedOrder(item, item.priceOctas))
}

function namesOf(token: TokenHead | null): TokenNames | null {
  const ref = token === null ? null : toTokenRef(token)
  if (ref?.standard !== 'v1') return null
  const { creatorAddress, collectionName, tokenName, propertyVersion } = ref
  return { creatorAddress, collection: collectionName, token: tokenName, propertyVersion: toText(propertyVersion) }
}

function presentListing(listing: ListingRow): TradeItem['listing'] {
  const { marketplace, listingId, seller, priceOctas, propertyVersion } = listing
  return {
    marketplace,
    listingId,
    seller: parseAddress(seller),
    priceOctas: toText(priceOctas),
    propertyVersion: toText(propertyVersion),
  }
}

function presentOffer(offer: AnyOfferRow, proof: readonly SetHash[]): TradeItem['offer'] {
  const { marketplace, offerId, buyer, priceOctas, tokenDataId, isPooled, setRoot } = offer
  return {
    marketplace,
    offerId,
    buyer: parseAddress(buyer),
    priceOctas: toText(priceOctas),
    isOnToken: tokenDataId !== null,
    pool: isPooled ? { setRoot, proof: [...proof] } : null,
  }
}
