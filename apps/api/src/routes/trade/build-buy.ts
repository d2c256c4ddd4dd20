import { buildBuy } from '@opal/contract/trading/buying'
import { defineRoute } from '../../http/route.ts'
import { answerBatch } from '../../trade/answer-trade.ts'
import { buyingIntent } from '../../trade/batch-intents.ts'
import { loadTrade } from '../../trade/load-trade.ts'
import { planBuy } from '../../trade/plan-buy.ts'

export const buildBuyRoute = defineRoute(buildBuy, async (context, { body }) => {
  const facts = await loadTrade(context, body.items)
  const items = planBuy(body.walletAddress, body.items, facts, context.marketplaces)
  return answerBatch(context, {
    wallet: body.walletAddress,
    items,
    moves: 'pays-price',
    intentOf: buyingIntent(body.bestEffort ?? false),
  })
})
