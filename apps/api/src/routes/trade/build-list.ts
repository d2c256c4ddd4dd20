import { buildList } from '@opal/contract/endpoints/build-list'
import { defineRoute } from '../../http/route.ts'
import { answerTrade } from '../../trade/answer-trade.ts'
import { buildListPayload } from '../../trade/build-payload.ts'
import { loadTrade } from '../../trade/load-trade.ts'
import { planList } from '../../trade/plan-list.ts'

export const buildListRoute = defineRoute(buildList, async (context, { body }) => {
  const facts = await loadTrade(context, body.items)
  const items = planList(body.walletAddress, body.items, facts, context.marketplaces)
  return answerTrade(context, { wallet: body.walletAddress, items, moves: 'only-gas', build: buildListPayload })
})
