import { buildAcceptBid } from '@opal/contract/trading/bidding'
import { defineRoute } from '../../http/route.ts'
import { loadSaleFacts } from '../../load/load-sale-facts.ts'
import { answerBatch } from '../../trade/answer-trade.ts'
import { sellingIntent } from '../../trade/batch-intents.ts'
import { planAcceptBid } from '../../trade/plan-accept-bid.ts'

export const buildAcceptBidRoute = defineRoute(buildAcceptBid, async (context, { body }) => {
  const ids = [...new Set(body.items.map((item) => item.tokenDataId))]
  const facts = await loadSaleFacts(context, body.walletAddress, ids)
  const items = planAcceptBid(body.walletAddress, body.items, facts, context.marketplaces)
  const intentOf = sellingIntent(facts.royaltyOf)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'gets-net', intentOf })
})
