import type { StaleOrder } from '@opal/contract/order-health'
import type { Address } from '@opal/domain/address'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import {
  type OwnListingRow,
  type OwnOfferRow,
  readOwnListings,
  readOwnOffers,
} from '@opal/store/queries/orders/own-orders'
import type { ApiContext } from '../context.ts'
import { loadSaleFacts } from '../load/load-sale-facts.ts'
import { withdrawingIntent } from '../trade/batch-intents.ts'
import { bestExit, offersOn } from '../trade/best-exit.ts'
import { refuseImpossible } from '../trade/prepare-trade.ts'
import type { PlannedItem } from '../trade/trade-plan.ts'
import { judgeListing } from './judge-listing.ts'
import { judgeOffer } from './judge-offer.ts'
import { planWithdrawal } from './plan-withdrawal.ts'
import { presentStaleOrder } from './present-stale-order.ts'
import { RISKS } from './stale-issues.ts'

/** Open orders of each table that are looked at in one call. */
const LOOKED_AT = 500

/** A wallet's open orders that are not as it would want them, the most dangerous first, then the oldest. */
export async function loadStaleOrders(
  context: ApiContext,
  wallet: Address,
): Promise<{ readonly stale: readonly StaleOrder[]; readonly checked: number; readonly hasMore: boolean }> {
  const [listings, offers] = await Promise.all([
    readOwnListings(context.store, wallet, LOOKED_AT),
    readOwnOffers(context.store, wallet, LOOKED_AT),
  ])
  const facts = await loadFacts(context, wallet, [...listings, ...offers])
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
    hasMore: counts.some((count) => count === LOOKED_AT),
  }
}

const isOfKind = (isToken: boolean) => (offer: OwnOfferRow) => (offer.tokenDataId !== null) === isToken

type Facts = Awaited<ReturnType<typeof loadFacts>>

async function loadFacts(context: ApiContext, wallet: Address, rows: readonly (OwnListingRow | OwnOfferRow)[]) {
  const tokenIds = [...new Set(rows.flatMap((row) => row.tokenDataId ?? []))]
  const collectionIds = [...new Set(rows.flatMap((row) => row.collectionId ?? []))]
  const [sale, collections] = await Promise.all([
    loadSaleFacts(context, wallet, tokenIds),
    readCollections(context.store, collectionIds, { nowMicros: context.nowMicros(), wallet: null }),
  ])
  return { ...sale, collections: new Map(collections.map((row) => [row.collectionId, row])) }
}

function listingFacts({ marketplaces, nowMicros }: ApiContext, wallet: Address, row: OwnListingRow, facts: Facts) {
  const deployed = marketplaces.find(({ adapter }) => adapter.id === row.marketplace)
  const token = facts.tokens.get(row.tokenDataId)
  const exit = token === undefined ? null : bestExit(wallet, token, offersOn(token, facts.offers), facts, marketplaces)
  return {
    isVenueOpen: deployed?.contracts.status === 'active',
    isGone: token?.isDeleted ?? false,
    netOctas:
      token === undefined || deployed === undefined
        ? null
        : splitPrice(row.priceOctas, deployed.contracts.commission, facts.royaltyOf(token)).sellerOctas,
    bidNetOctas: exit?.netOctas ?? null,
    nowMicros: nowMicros(),
  }
}

function offerFacts({ marketplaces, nowMicros }: ApiContext, row: OwnOfferRow, facts: Facts) {
  const deployed = marketplaces.find(({ adapter }) => adapter.id === row.marketplace)
  const token = facts.tokens.get(row.tokenDataId ?? '')
  return {
    isVenueOpen: deployed?.contracts.status === 'active',
    isGone: token?.isDeleted ?? false,
    isOwn: (facts.held.get(row.tokenDataId ?? '') ?? 0n) > 0n,
    nowMicros: nowMicros(),
  }
}
