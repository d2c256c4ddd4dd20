import { buildRelist } from '@opal/contract/trading/selling'
import { defineRoute } from '../../http/route.ts'
import { answerBatch } from '../../trade/answer-trade.ts'
import { relistingIntent } from '../../trade/batch-intents.ts'
import { loadTrade } from '../../trade/load-trade.ts'
import { planRelist } from '../../trade/plan-relist.ts'

export const buildRelistRoute = defineRoute(buildRelist, async (context, { body }) => {
  const facts = await loadTrade(context, body.items, body.walletAddress)
  const items = planRelist(body.walletAddress, body.items, facts, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'only-gas', intentOf: relistingIntent })
})
