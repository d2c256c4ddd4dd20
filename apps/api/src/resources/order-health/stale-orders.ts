import type { OrderIssue, StaleOrder } from '@opal/contract/order-health'
import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { cancelKindOf } from '@opal/marketplaces/aggregator/best-offer'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { isOffered } from '@opal/marketplaces/payload/build-payload'
import { type CollectionHead, readCollectionHeads } from '@opal/store/queries/collections/read-collections'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import {
  type OwnListingRow,
  type OwnOfferRow,
  readOwnListings,
  readOwnOffers,
} from '@opal/store/queries/orders/own-orders'
import { readTokenHeads, type TokenHead } from '@opal/store/queries/tokens/token-heads'
import type { ApiContext } from '../../context.ts'
import { unknownTokenReason, withdrawingIntent } from '../../trading/intents.ts'
import { bidTokensOf, loadShownBids } from '../../trading/load-trade.ts'
import { bestExit, offersOn } from '../../trading/plan/best-exit.ts'
import { inEdition, loadHeldEditions } from '../../trading/plan/editions.ts'
import { BLANK_ITEM, marketplaceClosed, notOffered, type PlannedItem, REASONS } from '../../trading/plan/trade-plan.ts'
import { refuseImpossible } from '../../trading/prepare-trade.ts'
import { usualFloorNow } from '../../usual-floor-now.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { judgeListing, judgeOffer, RISKS } from './judge-orders.ts'

/** Open orders of each table that are checked in one call. */
const MAX_CHECKED = 200

/** Loads a wallet's stale orders, the most dangerous first, then the oldest. */
export async function loadStaleOrders(
  context: ApiContext,
  wallet: Address,
): Promise<{ readonly stale: readonly StaleOrder[]; readonly checked: number; readonly hasMore: boolean }> {
  const page = { take: MAX_CHECKED, ...usualFloorNow(context) }
  const [listings, offers] = await Promise.all([
    readOwnListings(context.store, wallet, page),
    readOwnOffers(context.store, wallet, page),
  ])
  const facts = await loadFacts(context, wallet, listings, offers)
  const judged = [
    ...listings.map((row) => ({ row, issues: judgeListing(row, listingFacts(context, wallet, row, facts)) })),
    ...offers.map((row) => ({ row, issues: judgeOffer(row, offerFacts(context, row, facts)) })),
  ].filter(({ issues }) => issues.length > 0)
  const items = judged.map(({ row }) => planWithdrawal(wallet, row, facts.tokens, context.marketplaces))
  const checkedItems = refuseImpossible(context, items, withdrawingIntent)
  const stale = judged.map(({ row, issues }, at) =>
    presentStaleOrder(row, issues, checkedItems[at] as PlannedItem, facts.collections),
  )
  const counts = [listings.length, ...[true, false].map((isToken) => offers.filter(isOfKind(isToken)).length)]
  return {
    stale: stale.toSorted((one, other) => RISKS.indexOf(one.risk) - RISKS.indexOf(other.risk)),
    checked: listings.length + offers.length,
    hasMore: counts.some((count) => count === MAX_CHECKED),
  }
}

const isOfKind = (isToken: boolean) => (offer: OwnOfferRow) => (offer.tokenDataId !== null) === isToken

type Facts = Awaited<ReturnType<typeof loadFacts>>

/** Loads what orders are judged by. The bids on a token are read of listed ones only: an offer is judged without them. */
async function loadFacts(
  context: ApiContext,
  wallet: Address,
  listings: readonly OwnListingRow[],
  offers: readonly OwnOfferRow[],
) {
  const { store } = context
  const listed = new Set(listings.map(({ tokenDataId }) => tokenDataId))
  const wanted = offers.flatMap(tokenOf)
  const others = [...new Set(wanted.map(({ tokenDataId }) => tokenDataId))].filter((id) => !listed.has(id))
  const collectionIds = [...new Set([...listings, ...offers].flatMap((row) => row.collectionId ?? []))]
  const read = readTokenHeads(store, [...listed])
  const [ofListings, bids, ofOffers, wantedHeld, collections] = await Promise.all([
    read,
    bidTokensOf(listings, read).then((tokens) => loadShownBids(context, wallet, tokens, listings)),
    readTokenHeads(store, others),
    loadHeldEditions(store, wallet, wanted),
    readCollectionHeads(store, collectionIds),
  ])
  return {
    ...bids,
    tokens: new Map([...ofListings, ...ofOffers].map((token) => [token.tokenDataId, token])),
    offersOf: Map.groupBy(bids.offers, (offer) => offer.tokenDataId ?? offer.collectionId),
    wantedHeld,
    collections: new Map(collections.map((row) => [row.collectionId, row])),
  }
}

function tokenOf({ tokenDataId, propertyVersion }: OwnOfferRow) {
  return tokenDataId === null ? [] : { tokenDataId, propertyVersion: propertyVersion ?? undefined }
}

function listingFacts({ marketplaces, nowMicros }: ApiContext, wallet: Address, row: OwnListingRow, facts: Facts) {
  const deployed = marketplaces.find(({ adapter }) => adapter.id === row.marketplace)
  const token = inEdition(facts.tokens.get(row.tokenDataId) ?? null, row.propertyVersion)
  const near = [token?.tokenDataId, token?.collectionId].flatMap((id) => facts.offersOf.get(id ?? '') ?? [])
  const exit = token === null ? null : bestExit(wallet, token, offersOn(token, near, facts), facts, marketplaces)
  return {
    isMarketplaceOpen: deployed?.contracts.status === 'active',
    isGone: token?.isDeleted ?? false,
    netOctas:
      token === null || deployed === undefined
        ? null
        : splitPrice(row.priceOctas, commissionOf(deployed.contracts, row), facts.royaltyOf(token)).sellerOctas,
    bidNetOctas: exit?.netOctas ?? null,
    nowMicros: nowMicros(),
  }
}

function offerFacts({ marketplaces, nowMicros }: ApiContext, row: OwnOfferRow, facts: Facts) {
  const deployed = marketplaces.find(({ adapter }) => adapter.id === row.marketplace)
  const token = facts.tokens.get(row.tokenDataId ?? '')
  return {
    isMarketplaceOpen: deployed?.contracts.status === 'active',
    isGone: token?.isDeleted ?? false,
    isOwn: facts.wantedHeld.get(row.tokenDataId ?? '')?.has(row.propertyVersion ?? 0n) ?? false,
    nowMicros: nowMicros(),
  }
}

/** @param item the order as it would be taken back. */
function presentStaleOrder(
  row: OwnListingRow | OwnOfferRow,
  issues: readonly OrderIssue[],
  { token, collectionId, quantity, reason }: PlannedItem,
  collections: ReadonlyMap<string, CollectionHead>,
): StaleOrder {
  const collection = collections.get(collectionId ?? '')
  const worstFirst = issues.toSorted((one, other) => RISKS.indexOf(one.risk) - RISKS.indexOf(other.risk))
  const order = isListing(row)
    ? {
        kind: 'listing' as const,
        orderId: row.listingId,
        locked: '0',
        setRoot: null,
        expiresAtSeconds: row.terms?.expiresAtSeconds ?? null,
      }
    : {
        kind: row.tokenDataId === null ? ('collection-offer' as const) : ('token-offer' as const),
        orderId: row.offerId,
        // A bid that a pool pays locks no money of its own.
        locked: toText(row.isPooled ? 0n : row.priceOctas * row.remainingAmount),
        setRoot: row.setRoot,
        expiresAtSeconds: toTextOrNull(row.expiresAtSeconds),
      }
  return {
    ...order,
    marketplace: row.marketplace,
    tokenDataId: row.tokenDataId,
    collectionId,
    tokenStandard: token?.tokenStandard ?? collection?.tokenStandard ?? null,
    name: token?.name ?? collection?.name ?? row.tokenDataId ?? collectionId ?? '',
    image: token?.image ?? collection?.image ?? null,
    collectionName: collection?.name ?? token?.collectionName ?? null,
    price: toText(row.priceOctas),
    quantity: toText(quantity),
    placedAtMicros: toText(row.placedAtMicros),
    issues: worstFirst,
    risk: worstFirst[0]?.risk ?? 'low',
    cannotClean: reason,
  }
}

/** An open order of either kind. */
export type OrderRow = (ListingRow & { readonly collectionId?: string | null }) | AnyOfferRow

/** Returns whether an order is a listing. */
export function isListing(row: OrderRow): row is Exclude<OrderRow, AnyOfferRow> {
  return 'listingId' in row
}

/** Plans the cancellation of an order, or says why it is impossible. Pure. */
export function planWithdrawal(
  wallet: Address,
  row: OrderRow,
  tokens: ReadonlyMap<string, TokenHead>,
  marketplaces: readonly DeployedMarketplace[],
): PlannedItem {
  const token = inEdition(tokens.get(row.tokenDataId ?? '') ?? null, row.propertyVersion)
  const deployed = marketplaces.find(({ adapter }) => adapter.id === row.marketplace) ?? null
  const order = isListing(row) ? { listing: row, quantity: 1n } : { offer: row, quantity: row.wantedAmount }
  return {
    ...BLANK_ITEM,
    ...order,
    tokenDataId: row.tokenDataId as Address | null,
    collectionId: row.collectionId ?? token?.collectionId ?? null,
    token,
    deployed,
    priceOctas: row.priceOctas,
    reason: refusal(wallet, row, token, deployed),
  }
}

function refusal(
  wallet: Address,
  row: OrderRow,
  token: TokenHead | null,
  deployed: DeployedMarketplace | null,
): TradeReason | null {
  if (isListing(row) && row.seller !== wallet) return REASONS.notYourListing
  if (!isListing(row) && row.buyer !== wallet) return REASONS.notYourOffer
  if (deployed === null || deployed.contracts.status === 'history')
    return marketplaceClosed(deployed?.adapter.displayName ?? row.marketplace)
  const kind = isListing(row) ? 'delist' : cancelKindOf(row)
  if (!isOffered(deployed, kind)) return notOffered(deployed.adapter.displayName)
  if (isListing(row) && token?.isDeleted) return REASONS.tokenGone
  return unknownTokenReason(row, token)
}
