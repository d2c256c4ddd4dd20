import { buildDelist } from '@opal/contract/endpoints/build-delist'
import { defineRoute } from '../../http/route.ts'
import { answerTrade } from '../../trade/answer-trade.ts'
import { buildDelistPayload } from '../../trade/build-payload.ts'
import { loadTrade } from '../../trade/load-trade.ts'
import { planDelist } from '../../trade/plan-delist.ts'

export const buildDelistRoute = defineRoute(buildDelist, async (context, { body }) => {
  const facts = await loadTrade(context, body.items)
  const items = planDelist(body.walletAddress, body.items, facts, context.marketplaces)
  return answerTrade(context, { wallet: body.walletAddress, items, moves: 'only-gas', build: buildDelistPayload })
})
