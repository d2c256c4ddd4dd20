import { buildBuy } from '@opal/contract/endpoints/build-buy'
import { defineRoute } from '../../http/route.ts'
import { answerTrade } from '../../trade/answer-trade.ts'
import { buildBuyPayload } from '../../trade/build-payload.ts'
import { loadTrade } from '../../trade/load-trade.ts'
import { planBuy } from '../../trade/plan-buy.ts'

export const buildBuyRoute = defineRoute(buildBuy, async (context, { body }) => {
  const facts = await loadTrade(context, body.items)
  const items = planBuy(body.walletAddress, body.items, facts, context.marketplaces)
  return answerTrade(context, { wallet: body.walletAddress, items, moves: 'pays-price', build: buildBuyPayload })
})
