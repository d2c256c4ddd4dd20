import { buildListAndUpdate } from '@opal/contract/trading/selling'
import { defineRoute } from '../../http/route.ts'
import { answerBatch } from '../../trade/answer-trade.ts'
import { listingOrRepricingIntent } from '../../trade/batch-intents.ts'
import { loadTrade } from '../../trade/load-trade.ts'
import { planListAndUpdate } from '../../trade/plan-list-and-update.ts'

export const buildListAndUpdateRoute = defineRoute(buildListAndUpdate, async (context, { body }) => {
  const facts = await loadTrade(context, body.items, body.walletAddress)
  const items = planListAndUpdate(body.walletAddress, body.items, facts, context.marketplaces)
  const request = { wallet: body.walletAddress, items, moves: 'only-gas' } as const
  return answerBatch(context, { ...request, intentOf: listingOrRepricingIntent })
})
