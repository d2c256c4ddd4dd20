import type { BidItem, BidLevel } from '@opal/contract/bids'
import type { CollectionTopBid, SetBid, TokenTopBid } from '@opal/contract/bids/top-bids'
import { toSeconds } from '@opal/domain/time'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { CollectionHead } from '@opal/store/queries/collections/read-collections'
import type { BidLevelRow } from '@opal/store/queries/orders/bid-book'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import { toText, toTextOrNull } from '../../wire-values.ts'
import type { WalletNames } from '../names/wallet-names.ts'
import type { SetLabel, SetOfOffer } from '../token-sets/set-conditions.ts'

/** Returns one price of a collection's ladder. */
export function presentBidLevel(row: BidLevelRow): BidLevel {
  return {
    id: toText(row.priceOctas),
    price: toText(row.priceOctas),
    size: toText(row.size),
    bidders: Number(row.bidders),
    buyers: [...row.buyers],
    totalPrice: toText(row.priceOctas * row.size),
  }
}

/** Returns the best offer on a collection; null for one of a marketplace that does not exist on this network, and could not be filled. */
export function presentCollectionTopBid(
  row: AnyOfferRow,
  collectionId: string,
  marketplaces: readonly DeployedMarketplace[],
): CollectionTopBid | null {
  const contractAddress = packageOf(row.marketplace, marketplaces)
  if (contractAddress === null) return null
  return {
    collectionId,
    price: toText(row.priceOctas),
    offerId: row.offerId,
    remainingTokenAmount: toText(row.remainingAmount),
    isPooled: row.isPooled,
    marketplace: row.marketplace,
    contractAddress,
    buyer: row.buyer,
    expiresAtSeconds: toTextOrNull(row.expiresAtSeconds),
  }
}

/** Returns an offer on the set with this root. */
export function presentSetBid(
  row: AnyOfferRow & { readonly setRoot: string },
  collectionId: string,
  label: SetLabel,
): SetBid {
  return {
    collectionId,
    setRoot: row.setRoot,
    ...label,
    price: toText(row.priceOctas),
    offerId: row.offerId,
    marketplace: row.marketplace,
    buyer: row.buyer,
    remainingTokenAmount: toText(row.remainingAmount),
    expiresAtSeconds: toTextOrNull(row.expiresAtSeconds),
    placedAtMicros: toText(row.placedAtMicros),
  }
}

/** Returns the best offer of one token, or that there is none. */
export function presentTokenTopBid(tokenDataId: string, row: AnyOfferRow | undefined): TokenTopBid {
  return {
    tokenDataId,
    topBid: toTextOrNull(row?.priceOctas ?? null),
    offerId: row?.offerId ?? null,
    marketplace: row?.marketplace ?? null,
    buyer: row?.buyer ?? null,
  }
}

/** Target of an offer, as far as it is indexed. */
export interface BidTarget {
  readonly token: TokenHead | undefined
  readonly collection: CollectionHead | undefined
}

/** Shared by the offers of a page. */
export interface BidContext extends Pick<WalletNames, 'names'> {
  readonly marketplaces: readonly DeployedMarketplace[]
  readonly nowMicros: bigint
  /** Returns the label of the set that an offer names. */
  readonly labelOf: (offer: SetOfOffer) => SetLabel | undefined
}

/** Returns one open offer as a portfolio shows it; null where its marketplace does not exist on this network. */
export function presentBidItem(
  row: AnyOfferRow,
  { token, collection }: BidTarget,
  { marketplaces, nowMicros, names, labelOf }: BidContext,
): BidItem | null {
  const programId = packageOf(row.marketplace, marketplaces)
  if (programId === null) return null
  const label = labelOf(row)
  const expired = row.expiresAtSeconds !== null && row.expiresAtSeconds <= toSeconds(nowMicros)
  return {
    name: token?.name ?? collection?.name ?? row.tokenDataId ?? row.collectionId ?? '',
    image: token?.image ?? collection?.image ?? null,
    collectionId: row.collectionId,
    collectionName: collection?.name ?? null,
    collectionImage: collection?.image ?? null,
    tokenDataId: row.tokenDataId,
    propertyVersion: toTextOrNull(row.propertyVersion),
    tokenStandard: token?.tokenStandard ?? collection?.tokenStandard ?? null,
    bidPrice: toText(row.priceOctas),
    floorPrice: toTextOrNull(collection?.floorOctas ?? null),
    total: toText(row.wantedAmount),
    fillable: toText(row.remainingAmount),
    isPooled: row.isPooled,
    setRoot: row.setRoot,
    setSize: label?.size ?? null,
    setCondition: label?.condition ?? null,
    date: toText(row.placedAtMicros),
    programId,
    marketplace: row.marketplace,
    offerId: row.offerId,
    buyer: row.buyer,
    buyerName: names.get(row.buyer) ?? null,
    tokenBid: row.tokenDataId !== null,
    expirationTime: toTextOrNull(row.expiresAtSeconds),
    expired,
    executable: expired ? 'Expired' : 'True',
    netOctas: null,
  }
}

function packageOf(marketplace: string, deployed: readonly DeployedMarketplace[]): string | null {
  return deployed.find(({ adapter }) => adapter.id === marketplace)?.contracts.packageAddress ?? null
}
