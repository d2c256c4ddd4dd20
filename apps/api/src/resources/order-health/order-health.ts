import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { buildCleanUp, listStaleOrders, MAX_STALE_ORDERS, type OrderKind } from '@opal/contract/order-health'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { readListingsById } from '@opal/store/queries/orders/listings'
import { readOffersById } from '@opal/store/queries/orders/offers/offers'
import { readTokenHeads } from '@opal/store/queries/tokens/token-heads'
import type { ApiContext } from '../../context.ts'
import { answerBatch } from '../../trading/answer-trade.ts'
import { withdrawingIntent } from '../../trading/intents.ts'
import { BLANK_ITEM, type PlannedItem, REASONS } from '../../trading/plan/trade-plan.ts'
import { defineTradeRoute } from '../../trading/plan/with-commissions.ts'
import { loadStaleOrders, type OrderRow, planWithdrawal } from './stale-orders.ts'

export const listStaleOrdersRoute = defineTradeRoute(listStaleOrders, async (context, { params }) => {
  const { stale, checked, hasMore } = await loadStaleOrders(context, params.wallet)
  return { data: stale.slice(0, MAX_STALE_ORDERS), total: stale.length, checked, hasMore }
})

export const buildCleanUpRoute = defineTradeRoute(buildCleanUp, async (context, { body }) => ({
  transactions: await answerCleanUp(context, body.walletAddress, body.orders),
}))

/** One transaction for each marketplace of the orders. */
async function answerCleanUp(
  context: ApiContext,
  wallet: Address,
  names: readonly OrderName[],
): Promise<(TradeAnswer & { readonly marketplace: string })[]> {
  const items = await planCleanUp(context, wallet, names)
  const marketplaces = [...new Set(names.map(({ marketplace }) => marketplace))]
  return Promise.all(
    marketplaces.map(async (marketplace) => {
      const own = items.filter((_item, at) => names[at]?.marketplace === marketplace)
      const request = { wallet, items: carried(own), moves: 'gets-locked' } as const
      return { marketplace, ...(await answerBatch(context, { ...request, intentOf: withdrawingIntent })) }
    }),
  )
}

async function planCleanUp(
  context: ApiContext,
  wallet: Address,
  names: readonly OrderName[],
): Promise<readonly PlannedItem[]> {
  const rows = await loadNamedOrders(context, names)
  const tokenIds = [...new Set(rows.flatMap((row) => row?.tokenDataId ?? []))]
  const heads = await readTokenHeads(context.store, tokenIds)
  const tokens = new Map(heads.map((token) => [token.tokenDataId, token]))
  const seen = new Set<string>()
  return names.map(({ kind, marketplace, orderId }, at): PlannedItem => {
    const row = rows[at] ?? null
    const key = keyOf(kind, marketplace, orderId)
    const isRepeated = seen.has(key)
    seen.add(key)
    if (row === null) return { ...BLANK_ITEM, reason: kind === 'listing' ? REASONS.listingGone : REASONS.offerGone }
    const item = planWithdrawal(wallet, row, tokens, context.marketplaces)
    return isRepeated ? { ...item, reason: REASONS.duplicateOrder } : item
  })
}

/** Limits the orders to one transaction's; the others are reported as left out. */
function carried(items: readonly PlannedItem[]): readonly PlannedItem[] {
  let count = 0
  return items.map((item) => {
    if (item.reason !== null) return item
    count += 1
    return count > MAX_TRADE_ITEMS ? { ...item, reason: REASONS.tooManyAtOnce } : item
  })
}

/** An order as a caller names it. */
interface OrderName {
  readonly kind: OrderKind
  readonly marketplace: string
  readonly orderId: string
}

/** The open orders of these names, each in its place; null where there is none. */
async function loadNamedOrders(
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
function keyOf(kind: OrderKind, marketplace: string, orderId: string): string {
  return JSON.stringify([kind, marketplace, orderId])
}
