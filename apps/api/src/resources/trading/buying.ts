import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { ParsedTokenFilter } from '@opal/contract/tokens/token-filter'
import { buildBuy, buildSweep } from '@opal/contract/trading/buying'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import { CollectionNotFoundError } from '../../errors.ts'
import { answerBatch } from '../../trading/answer-trade.ts'
import { buyingIntent } from '../../trading/intents.ts'
import { loadSweepBook } from '../../trading/load-sweep.ts'
import { loadTrade } from '../../trading/load-trade.ts'
import { planBuy, planSweep } from '../../trading/plan-buying.ts'
import { REASONS } from '../../trading/trade-plan.ts'
import { defineTradeRoute } from '../../trading/with-commissions.ts'
import { toSelection } from '../../trait-filter/token-selection.ts'
import { toText } from '../../wire-values.ts'

export const buildBuyRoute = defineTradeRoute(buildBuy, async (context, { body }) => {
  const facts = await loadTrade(context, body.items)
  const items = planBuy(body.walletAddress, body.items, facts, context.marketplaces)
  return answerBatch(context, {
    wallet: body.walletAddress,
    items,
    moves: 'pays-price',
    intentOf: buyingIntent(body.bestEffort ?? false),
  })
})

export const buildSweepRoute = defineTradeRoute(buildSweep, async (context, { body }) => {
  const { walletAddress: wallet, collectionId, count, exclude } = body
  const [collection] = await readCollections(context.store, [collectionId], {
    nowMicros: context.nowMicros(),
    wallet: null,
  })
  if (collection === undefined) throw new CollectionNotFoundError(collectionId)
  const intentOf = buyingIntent(body.bestEffort ?? false)
  const maxPriceOctas = toOctas(body.maxPrice)
  const filter = body.filter ?? NO_FILTER
  const { creatorAddress } = filter
  const isEmpty = creatorAddress !== undefined && creatorAddress !== collection.creatorAddress
  const selection = toSelection(context, collectionId, filter)
  const book = isEmpty ? [] : await loadSweepBook(context, { wallet, selection, maxPriceOctas, exclude }, intentOf)
  const { chosen, curve } = planSweep(
    book,
    { count, budgetOctas: toOctas(body.budget), maxPriceOctas },
    MAX_TRADE_ITEMS,
  )
  const answer = await answerBatch(context, { wallet, items: chosen, moves: 'pays-price', intentOf })
  return {
    ...answer,
    reason: chosen.length === 0 ? REASONS.nothingForSale : answer.reason,
    curve: curve.map((cost, at) => ({ count: at + 1, costOctas: toText(cost) })),
  }
})

const NO_FILTER: ParsedTokenFilter = { rarityTop: 0, rarityBottom: 0 }

function toOctas(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text)
}
