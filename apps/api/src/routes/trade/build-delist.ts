import { buildDelist } from '@opal/contract/trading/selling'
import { defineRoute } from '../../http/route.ts'
import { answerBatch } from '../../trade/answer-trade.ts'
import { delistingIntent } from '../../trade/batch-intents.ts'
import { loadTrade } from '../../trade/load-trade.ts'
import { planDelist } from '../../trade/plan-delist.ts'

export const buildDelistRoute = defineRoute(buildDelist, async (context, { body }) => {
  const facts = await loadTrade(context, body.items, body.walletAddress)
  const items = planDelist(body.walletAddress, body.items, facts, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'only-gas', intentOf: delistingIntent })
})
