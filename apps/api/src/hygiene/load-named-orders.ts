import type { OrderKind } from '@opal/contract/order-health'
import { readListingsById } from '@opal/store/queries/orders/listings'
import { readOffersById } from '@opal/store/queries/orders/offers'
import type { ApiContext } from '../context.ts'
import type { OrderRow } from './plan-withdrawal.ts'

/** An order as a caller names it. */
export interface OrderName {
  readonly kind: OrderKind
  readonly marketplace: string
  readonly orderId: string
}

/** The open orders of these names, each in its place; null where there is none. */
export async function loadNamedOrders(
  { store }: Pick<ApiContext, 'store'>,
  names: readonly OrderName[],
): Promise<readonly (OrderRow | null)[]> {
  const listed = names.filter(({ kind }) => kind === 'listing')
  const offered = names.filter(({ kind }) => kind !== 'listing')
  const [listings, offers] = await Promise.all([
    readListingsById(
      store,
      listed.map(({ marketplace, orderId }) => ({ marketplace, listingId: orderId })),
    ),
    readOffersById(
      store,
      offered.map(({ marketplace, orderId }) => ({ marketplace, offerId: orderId })),
    ),
  ])
  const found = new Map<string, OrderRow>([
    ...listings.map((row) => [keyOf('listing', row.marketplace, row.listingId), row] as const),
    ...offers.map((row) => {
      const kind = row.tokenDataId === null ? 'collection-offer' : 'token-offer'
      return [keyOf(kind, row.marketplace, row.offerId), row] as const
    }),
  ])
  return names.map(({ kind, marketplace, orderId }) => found.get(keyOf(kind, marketplace, orderId)) ?? null)
}

/** Ids are unique within a marketplace and kind only. */
export function keyOf(kind: OrderKind, marketplace: string, orderId: string): string {
  return JSON.stringify([kind, marketplace, orderId])
}
