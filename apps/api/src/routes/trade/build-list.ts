import { buildList } from '@opal/contract/trading/selling'
import { defineRoute } from '../../http/route.ts'
import { answerBatch } from '../../trade/answer-trade.ts'
import { listingIntent } from '../../trade/batch-intents.ts'
import { loadTrade } from '../../trade/load-trade.ts'
import { planList } from '../../trade/plan-list.ts'

export const buildListRoute = defineRoute(buildList, async (context, { body }) => {
  const facts = await loadTrade(context, body.items)
  const items = planList(body.walletAddress, body.items, facts, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'only-gas', intentOf: listingIntent })
})
