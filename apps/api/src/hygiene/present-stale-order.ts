import type { OrderIssue, StaleOrder } from '@opal/contract/order-health'
import type { CollectionRow } from '@opal/store/queries/collections/read-collections'
import type { OwnListingRow, OwnOfferRow } from '@opal/store/queries/orders/own-orders'
import { toText, toTextOrNull } from '../present/text.ts'
import type { PlannedItem } from '../trade/trade-plan.ts'
import { isListing } from './plan-withdrawal.ts'
import { RISKS } from './stale-issues.ts'

/** @param item the order as it would be taken back. */
export function presentStaleOrder(
  row: OwnListingRow | OwnOfferRow,
  issues: readonly OrderIssue[],
  { token, collectionId, quantity, reason }: PlannedItem,
  collections: ReadonlyMap<string, CollectionRow>,
): StaleOrder {
  const collection = collections.get(collectionId ?? '')
  const worstFirst = issues.toSorted((one, other) => RISKS.indexOf(one.risk) - RISKS.indexOf(other.risk))
  const order = isListing(row)
    ? { kind: 'listing' as const, orderId: row.listingId, locked: '0', expiresAtSeconds: null }
    : {
        kind: row.tokenDataId === null ? ('collection-offer' as const) : ('token-offer' as const),
        orderId: row.offerId,
        locked: toText(row.priceOctas * row.remainingAmount),
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
