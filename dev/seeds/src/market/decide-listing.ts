import type { Action } from './action.ts'
import { floorAptOf, floorOf, type MarketToken, referenceOf } from './market-state.ts'
import { freeToken, type Moment } from './moment.ts'
import { aptOf, typedPrice } from './prices.ts'

/** Somebody puts a token up: near what it is worth, sometimes just below the floor, sometimes out of hope. */
export function decideList(moment: Moment): Action | null {
  const { market, random } = moment
  const most = Math.max(...moment.people.map(({ trader }) => trader.temper.sells))
  const token = freeToken(market, random, ({ owner }) => random.chance(owner.trader.temper.sells / most))
  return token === null ? null : { kind: 'list', token, priceOctas: typedPrice(askFor(token, moment), random) }
}

/** A listing that has stood for a while moves towards the market. */
export function decideReprice(moment: Moment): Action | null {
  const { market, day, random } = moment
  const old = [...market.listings].filter((listing) => listing.seller.acts && day - listing.day > 0.5)
  if (old.length === 0) return null
  const listing = random.pick(old)
  const ask = askFor(listing.token, moment)
  const priceOctas = typedPrice((ask + aptOf(listing.priceOctas)) / 2, random)
  return priceOctas === listing.priceOctas ? null : { kind: 'reprice', listing, priceOctas }
}

function askFor(token: MarketToken, moment: Moment): number {
  const { market, day, random } = moment
  const fair = referenceOf(market, day) * token.worth
  const floor = floorOf(market)
  const { greed } = token.owner.trader.temper
  if (random.chance(0.05 * greed)) return fair * random.between(1.8, 4.5)
  const undercut = floor === null ? 0 : aptOf(floor.priceOctas) * random.between(0.97, 0.995)
  const isOrdinary = token.worth < 1.15
  if (isOrdinary && undercut > fair * 0.92 && undercut < fair * 1.2 && random.chance(0.35 / greed)) return undercut
  const ask = fair * (1 + Math.abs(random.gaussian()) * 0.11 * greed + random.between(0, 0.04))
  // Nobody offers far below the lowest listing.
  return floor === null ? ask : Math.max(ask, floorAptOf(market, day) * 0.86)
}
