import type { BidItem } from '@opal/contract/bids'
import type { TradeBid } from '../../../entities/order/trade-request.ts'
import { setLabel } from '../../../entities/token/token-condition.ts'

/** Returns what a bid is for: its token, else its collection. */
export function bidSubject(bid: BidItem): string {
  return bid.tokenDataId === null ? (bid.collectionName ?? bid.name) : bid.name
}

/** Returns what a bid on a set is for, in words; undefined for any other bid. */
export function bidSetLabel({ setRoot, setCondition: condition, setSize: size }: BidItem): string | undefined {
  return setRoot === null ? undefined : setLabel({ condition, size })
}

/** Converts a bid of the portfolio for a trading dialog. */
export function toTradeBid(bid: BidItem): TradeBid {
  const { marketplace, offerId, tokenBid, image, collectionName, collectionId, bidPrice: price, isPooled } = bid
  const subject = { name: bidSubject(bid), image, collectionName, collectionId, setLabel: bidSetLabel(bid) }
  return { marketplace, offerId, tokenBid, price, isPooled, ...subject }
}
