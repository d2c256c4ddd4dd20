import type { Action } from './action.ts'
import { somebody } from './decide-buy.ts'
import { floorAptOf } from './market-state.ts'
import type { Moment } from './moment.ts'
import { aptOf, typedPrice } from './prices.ts'

/** Somebody bids for any token of the collection, always below the floor. */
export function decideBid({ market, day, people, random }: Moment): Action | null {
  const floor = floorAptOf(market, day)
  const priceOctas = typedPrice(floor * random.between(0.7, 0.95), random)
  if (aptOf(priceOctas) >= floor * 0.97) return null
  const amount = random.chance(0.55) ? 1n : BigInt(random.integer(2, 6))
  const bidder = somebody(people, random, priceOctas * amount, null, ({ trader }) => trader.temper.bids)
  return bidder === null
    ? null
    : { kind: 'bid-collection', bidder, priceOctas, amount, days: random.pick([3, 7, 7, 14, 30]) }
}

/** Somebody bids for one token, rare ones rather, always below the floor as the product asks. */
export function decideTokenBid({ market, day, people, random }: Moment): Action | null {
  const [first, second] = [random.pick(market.tokens), random.pick(market.tokens)]
  const token = first.worth > second.worth ? first : second
  const floor = floorAptOf(market, day)
  const priceOctas = typedPrice(floor * random.between(0.6, 0.95), random)
  if (aptOf(priceOctas) >= floor * 0.97) return null
  const bidder = somebody(people, random, priceOctas, token.owner, ({ trader }) => trader.temper.bids)
  return bidder === null ? null : { kind: 'bid-token', bidder, token, priceOctas, days: random.pick([3, 7, 14, 30]) }
}
