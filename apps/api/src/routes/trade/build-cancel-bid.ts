import { buildCancelBid } from '@opal/contract/trading/bidding'
import { readOffersById } from '@opal/store/queries/orders/offers'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import { defineRoute } from '../../http/route.ts'
import { answerBatch } from '../../trade/answer-trade.ts'
import { withdrawingIntent } from '../../trade/batch-intents.ts'
import { planCancelBid } from '../../trade/plan-cancel-bid.ts'

export const buildCancelBidRoute = defineRoute(buildCancelBid, async (context, { body }) => {
  const offers = await readOffersById(context.store, body.items)
  const ids = [...new Set(offers.flatMap((offer) => offer.tokenDataId ?? []))]
  const tokens = new Map(
    (await readTokens(context.store, ids, context.nowMicros())).map((token) => [token.tokenDataId, token]),
  )
  const items = planCancelBid(body.walletAddress, body.items, { offers, tokens }, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'gets-locked', intentOf: withdrawingIntent })
})
