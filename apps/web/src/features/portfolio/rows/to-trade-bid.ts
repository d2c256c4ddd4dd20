import type { BidItem } from '@opal/contract/bids'
import type { TradeBid } from '../../../entities/order/trade-request.ts'

/** Returns what a bid is for: its token, else its collection. */
export function bidSubject(bid: BidItem): string {
  return bid.tokenDataId === null ? (bid.collectionName ?? bid.name) : bid.name
}

/** Converts a bid of the portfolio for a trading dialog. */
export function toTradeBid(bid: BidItem): TradeBid {
  const { marketplace, offerId, tokenBid, image, collectionName, collectionId, bidPrice: price } = bid
  return { marketplace, offerId, tokenBid, name: bidSubject(bid), image, collectionName, collectionId, price }
}
