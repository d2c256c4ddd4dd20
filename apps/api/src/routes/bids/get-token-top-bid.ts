import { getTokenTopBid } from '@opal/contract/bids'
import { readBestTokenOffers } from '@opal/store/queries/orders/bid-book'
import { defineRoute } from '../../http/route.ts'
import { presentTokenTopBid } from '../../present/present-bids.ts'

export const getTokenTopBidRoute = defineRoute(getTokenTopBid, async (context, { params, query }) => {
  const [best] = await readBestTokenOffers(context.store, [params.tokenDataId], {
    nowMicros: context.nowMicros(),
    notBuyer: query.walletAddress,
  })
  return presentTokenTopBid(params.tokenDataId, best)
})
