import { listTokenTopBids } from '@opal/contract/bids'
import { readBestTokenOffers } from '@opal/store/queries/orders/bid-book'
import { defineRoute } from '../../http/route.ts'
import { presentTokenTopBid } from '../../present/present-bids.ts'

export const listTokenTopBidsRoute = defineRoute(listTokenTopBids, async (context, { body, query }) => {
  const best = await readBestTokenOffers(context.store, body, {
    nowMicros: context.nowMicros(),
    notBuyer: query.walletAddress,
  })
  return {
    data: body.map((id) =>
      presentTokenTopBid(
        id,
        best.find((offer) => offer.tokenDataId === id),
      ),
    ),
  }
})
