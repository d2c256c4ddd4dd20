import { buildUpdatePrice } from '@opal/contract/trading/selling'
import { defineRoute } from '../../http/route.ts'
import { answerBatch } from '../../trade/answer-trade.ts'
import { repricingIntent } from '../../trade/batch-intents.ts'
import { loadTrade } from '../../trade/load-trade.ts'
import { planUpdatePrice } from '../../trade/plan-update-price.ts'

export const buildUpdatePriceRoute = defineRoute(buildUpdatePrice, async (context, { body }) => {
  const facts = await loadTrade(context, body.items, body.walletAddress)
  const items = planUpdatePrice(body.walletAddress, body.items, facts, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'only-gas', intentOf: repricingIntent })
})
