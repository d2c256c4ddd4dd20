import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { ParsedTokenFilter } from '@opal/contract/tokens/token-filter'
import { buildBuy, buildSweep } from '@opal/contract/trading/buying'
import { answerBatch } from '../../trading/answer-trade.ts'
import { buyingIntent } from '../../trading/intents.ts'
import { loadCollection } from '../../trading/load-bid.ts'
import { loadTrade } from '../../trading/load-trade.ts'
import { loadSweepBook } from '../../trading/plan/load-sweep.ts'
import { planBuy, planSweep, type SweepLimits } from '../../trading/plan/plan-buying.ts'
import { type PlannedItem, type PossibleItem, REASONS } from '../../trading/plan/trade-plan.ts'
import { defineTradeRoute } from '../../trading/plan/with-commissions.ts'
import type { Replan } from '../../trading/simulate.ts'
import { toSelection } from '../../trait-filter/token-selection.ts'
import { toText } from '../../wire-values.ts'

/** With best effort fewer items will do: nothing takes the place of one that fails, whatever the reason. */
const LEAVE_OUT: Replan = () => null

export const buildBuyRoute = defineTradeRoute(buildBuy, async (context, { body }) => {
  const facts = await loadTrade(context, body.items)
  const items = planBuy(body.walletAddress, body.items, facts, context.marketplaces)
  const { walletAddress: wallet, bestEffort: isBestEffort = false } = body
  const intentOf = buyingIntent(isBestEffort)
  return answerBatch(context, {
    wallet,
    items,
    moves: 'pays-price',
    intentOf,
    ...(isBestEffort && { replan: LEAVE_OUT }),
  })
})

export const buildSweepRoute = defineTradeRoute(buildSweep, async (context, { body }) => {
  const { walletAddress: wallet, collectionId, count, exclude } = body
  const collection = await context.tradeGate(() => loadCollection(context, collectionId))
  const intentOf = buyingIntent(body.bestEffort ?? false)
  const maxPriceOctas = toOctas(body.maxPrice)
  const filter = body.filter ?? NO_FILTER
  const { creatorAddress } = filter
  const isEmpty = creatorAddress !== undefined && creatorAddress !== collection.creatorAddress
  const selection = toSelection(context, collectionId, filter)
  const book = isEmpty ? [] : await loadSweepBook(context, { wallet, selection, maxPriceOctas, exclude }, intentOf)
  const limits = { count, budgetOctas: toOctas(body.budget), maxPriceOctas }
  const { chosen, replan, curveOf } = sweepOf(book, limits)
  const answer = await answerBatch(context, { wallet, items: chosen, moves: 'pays-price', intentOf, replan })
  const curve = curveOf()
  return {
    ...answer,
    reason: chosen.length === 0 ? REASONS.nothingForSale : answer.reason,
    curve: curve.map((cost, at) => ({ count: at + 1, costOctas: toText(cost) })),
  }
})

/** Times that a sweep is planned again without items that fail alone: each costs several simulations. */
const MAX_REPLANS = 2

/** Plans a sweep, and again without items that fail alone: the next cheapest replace them, and they say why they are left out. */
function sweepOf(book: readonly PossibleItem[], limits: SweepLimits) {
  const { chosen, curve } = planSweep(book, limits, MAX_TRADE_ITEMS)
  const leftOut = new Map<PlannedItem['tokenDataId'], PlannedItem>()
  let current = curve
  let tries = 0
  const replan: Replan = (failed) => {
    for (const [item, reason] of failed) leftOut.set(item.tokenDataId, { ...item, reason })
    const left = book.filter(({ tokenDataId }) => !leftOut.has(tokenDataId))
    const again = planSweep(left, limits, MAX_TRADE_ITEMS)
    current = again.curve
    tries += 1
    return tries > MAX_REPLANS || again.chosen.length === 0 ? null : [...again.chosen, ...leftOut.values()]
  }
  return { chosen, replan, curveOf: () => current }
}

const NO_FILTER: ParsedTokenFilter = { rarityTop: 0, rarityBottom: 0 }

function toOctas(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text)
}
