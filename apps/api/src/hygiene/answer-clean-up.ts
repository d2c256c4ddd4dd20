import { MAX_TRADE_ITEMS, type TradeAnswer } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../context.ts'
import { answerBatch } from '../trade/answer-trade.ts'
import { withdrawingIntent } from '../trade/batch-intents.ts'
import { REASONS } from '../trade/reasons.ts'
import { BLANK_ITEM, type PlannedItem } from '../trade/trade-plan.ts'
import { keyOf, loadNamedOrders, type OrderName } from './load-named-orders.ts'
import { planWithdrawal } from './plan-withdrawal.ts'

/** One transaction for each marketplace that the orders stand at. */
export async function answerCleanUp(
  context: ApiContext,
  wallet: Address,
  names: readonly OrderName[],
): Promise<(TradeAnswer & { readonly marketplace: string })[]> {
  const items = await planCleanUp(context, wallet, names)
  const venues = [...new Set(names.map(({ marketplace }) => marketplace))]
  return Promise.all(
    venues.map(async (marketplace) => {
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
  const tokens = new Map(
    (await readTokens(context.store, tokenIds, context.nowMicros())).map((token) => [token.tokenDataId, token]),
  )
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

/** What one transaction carries; the others say so. */
function carried(items: readonly PlannedItem[]): readonly PlannedItem[] {
  let count = 0
  return items.map((item) => {
    if (item.reason !== null) return item
    count += 1
    return count > MAX_TRADE_ITEMS ? { ...item, reason: REASONS.tooManyAtOnce } : item
  })
}
