import type { Random } from '../../random.ts'
import {
  type CollectionMarket,
  collectionOffers,
  floorAptOf,
  floorOf,
  listedShare,
  type MarketToken,
  type OpenListing,
  type OpenOffer,
  type Participant,
  referenceOf,
} from '../market-state.ts'
import { aptOf, typedPrice } from '../prices.ts'
import { type Action, freeToken, type MarketTurn } from './action.ts'
import { attraction } from './taste.ts'

/** Octas that everyone keeps for gas. */
const RESERVE = 500_000_000n

/** Longest lifetime of an offer. */
export const LONGEST_OFFER_DAYS = 30

/** Returns whether a participant can pay an amount and keep enough for gas. */
export function canPay({ balance }: Participant, octas: bigint): boolean {
  return balance > octas + RESERVE
}

/** Upper limit of a price, as a multiple of a token's fair value. */
const HIGHEST_RATIO = 1.12

/** Decides a purchase: mostly the floor, else a token that is cheap for its traits. Overpriced listings wait. */
export function decideBuy(turn: MarketTurn, highestRatio = HIGHEST_RATIO): Action | null {
  const { market, day, people, random } = turn
  const fair = referenceOf(market, day)
  const ratio = (listing: OpenListing): number => aptOf(listing.priceOctas) / (fair * listing.token.worth)
  const worthwhile = [...market.listings].filter((listing) => ratio(listing) < highestRatio)
  if (worthwhile.length === 0) return null
  const cheapest = worthwhile.sort((a, b) => (a.priceOctas < b.priceOctas ? -1 : 1)).slice(0, 4)
  const bargain = worthwhile.reduce((best, one) => (ratio(one) < ratio(best) ? one : best))
  const listing = random.chance(0.62) ? (cheapest[0] as OpenListing) : random.pick([bargain, ...cheapest])
  const liking = (person: Participant) => person.trader.temper.buys * attraction(market, person)
  const buyer = pickTrader(people, random, listing.priceOctas, listing.seller, liking)
  return buyer === null ? null : { kind: 'buy', listing, buyer }
}

/** Returns one of those who can pay, by how much they like to; never `not`. */
function pickTrader(
  people: readonly Participant[],
  random: Random,
  octas: bigint,
  not: Participant | null,
  liking: (person: Participant) => number,
): Participant | null {
  const able = people
    .filter((person) => person !== not && canPay(person, octas))
    .map((person) => ({ person, weight: liking(person) }))
  return able.length === 0 ? null : random.weighted(able).person
}

function bidderIn(market: CollectionMarket): (person: Participant) => number {
  return (person) => person.trader.temper.bids * attraction(market, person)
}

/** Decides a bid on any token of the collection, always below the floor. */
function decideBid({ market, day, people, random }: MarketTurn): Action | null {
  const floor = floorAptOf(market, day)
  const priceOctas = typedPrice(floor * random.between(0.7, 0.95), random)
  if (aptOf(priceOctas) >= floor * 0.97) return null
  const amount = random.chance(0.55) ? 1n : BigInt(random.integer(2, 6))
  const bidder = pickTrader(people, random, priceOctas * amount, null, bidderIn(market))
  return bidder === null
    ? null
    : { kind: 'bid-collection', bidder, priceOctas, amount, days: random.pick([3, 7, 7, 14, LONGEST_OFFER_DAYS]) }
}

/** Decides a bid on one token, more often a rare one, always below the floor as the product asks. */
function decideTokenBid({ market, day, people, random }: MarketTurn): Action | null {
  const [first, second] = [random.pick(market.tokens), random.pick(market.tokens)]
  const token = first.worth > second.worth ? first : second
  const floor = floorAptOf(market, day)
  const priceOctas = typedPrice(floor * random.between(0.6, 0.95), random)
  if (aptOf(priceOctas) >= floor * 0.97) return null
  const bidder = pickTrader(people, random, priceOctas, token.owner, bidderIn(market))
  return bidder === null
    ? null
    : { kind: 'bid-token', bidder, token, priceOctas, days: random.pick([3, 7, 14, LONGEST_OFFER_DAYS]) }
}

/** Decides a listing: near the token's worth, sometimes just below the floor, sometimes far above. */
function decideList(turn: MarketTurn): Action | null {
  const { market, random } = turn
  const most = Math.max(...turn.people.map(({ trader }) => trader.temper.sells))
  const token = freeToken(market, random, ({ owner }) => random.chance(owner.trader.temper.sells / most))
  return token === null ? null : { kind: 'list', token, priceOctas: typedPrice(askFor(token, turn), random) }
}

/** The price of a listing that has been open for a while moves towards the market. */
function decideReprice(turn: MarketTurn): Action | null {
  const { market, day, random } = turn
  const old = [...market.listings].filter((listing) => listing.seller.acts && day - listing.day > 0.5)
  if (old.length === 0) return null
  const listing = random.pick(old)
  const ask = askFor(listing.token, turn)
  const priceOctas = typedPrice((ask + aptOf(listing.priceOctas)) / 2, random)
  return priceOctas === listing.priceOctas ? null : { kind: 'reprice', listing, priceOctas }
}

function askFor(token: MarketToken, turn: MarketTurn): number {
  const { market, day, random } = turn
  const fair = referenceOf(market, day) * token.worth
  const floor = floorOf(market)
  const { greed } = token.owner.trader.temper
  if (random.chance(0.05 * greed)) return fair * random.between(1.8, 4.5)
  const undercut = floor === null ? 0 : aptOf(floor.priceOctas) * random.between(0.97, 0.995)
  const isOrdinary = token.worth < 1.15
  if (isOrdinary && undercut > fair * 0.92 && undercut < fair * 1.2 && random.chance(0.35 / greed)) return undercut
  const ask = fair * (1 + Math.abs(random.gaussian()) * 0.11 * greed + random.between(0, 0.04))
  // No listing is far below the lowest one.
  return floor === null ? ask : Math.max(ask, floorAptOf(market, day) * 0.86)
}

export type ActionKind = Action['kind']

/**
 * Decides the next action in a collection: first obvious ones (an offer at the floor, an expired offer), else one
 * by weight.
 * @returns null when nothing happens.
 */
export function decide(turn: MarketTurn): Action | null {
  return obvious(turn) ?? byKind(turn, turn.random.weighted(weightsOf(turn)).kind)
}

/** Tries one kind of action. @returns null when no trader or no item fits. */
export function byKind(turn: MarketTurn, kind: ActionKind): Action | null {
  switch (kind) {
    case 'list':
      return decideList(turn)
    case 'reprice':
      return decideReprice(turn)
    case 'delist':
      return decideDelist(turn)
    case 'buy':
      return decideBuy(turn)
    case 'bid-collection':
      return decideBid(turn)
    case 'bid-token':
      return decideTokenBid(turn)
    case 'accept':
      return decideAccept(turn)
    case 'cancel-offer':
      return decideCancel(turn)
    case 'give':
      return decideGift(turn)
  }
}

function weightsOf({ market, day }: MarketTurn): readonly { kind: ActionKind; weight: number }[] {
  const fullness = listedShare(market) / market.usualShare
  const hype = market.process.hypeAt(day - market.mintDay)
  return [
    { kind: 'list', weight: Math.min(3, 1 / Math.max(0.2, fullness ** 2)) },
    { kind: 'buy', weight: 0.75 * hype },
    { kind: 'reprice', weight: 0.3 },
    { kind: 'delist', weight: 0.14 * Math.min(3, fullness ** 2) },
    { kind: 'bid-collection', weight: 0.22 },
    { kind: 'bid-token', weight: 0.12 },
    { kind: 'accept', weight: 0.13 },
    { kind: 'cancel-offer', weight: 0.07 },
    { kind: 'give', weight: 0.03 },
  ]
}

/** An offer at the floor is accepted, or else cancelled, as are offers that cannot be accepted. */
function obvious(turn: MarketTurn): Action | null {
  return takeBackOffer(turn, (best) => acceptance(turn.market, best, turn.random))
}

/**
 * Decides to take an offer back: one that has expired or won its token, or the best one when it is at the floor.
 * @param instead what happens first to the one at the floor.
 */
export function takeBackOffer(
  { market, day, random }: MarketTurn,
  instead: (best: OpenOffer) => Action | null = () => null,
): Action | null {
  for (const offer of market.offers) {
    const isStale = offer.expiresDay <= day || (offer.token !== null && offer.token.owner === offer.bidder)
    if (isStale && offer.bidder.acts && random.chance(0.3)) return { kind: 'cancel-offer', offer }
  }
  const best = collectionOffers(market, day)[0]
  if (best === undefined || aptOf(best.priceOctas) < 0.97 * floorAptOf(market, day)) return null
  return instead(best) ?? (best.bidder.acts ? { kind: 'cancel-offer', offer: best } : null)
}

function decideDelist({ market, random }: MarketTurn): Action | null {
  const own = [...market.listings].filter(({ seller }) => seller.acts)
  return own.length === 0 ? null : { kind: 'delist', listing: random.pick(own) }
}

function decideCancel({ market, random }: MarketTurn): Action | null {
  const own = [...market.offers].filter(({ bidder }) => bidder.acts)
  return own.length === 0 ? null : { kind: 'cancel-offer', offer: random.pick(own) }
}

/** Decides a sale into a fair offer by a trader who needs money. */
export function decideAccept(turn: MarketTurn): Action | null {
  const { market, day, random } = turn
  const floor = floorAptOf(market, day)
  const fair = [...market.offers].filter(
    ({ expiresDay, priceOctas, token }) =>
      expiresDay > day && aptOf(priceOctas) >= (token === null ? 0.82 : 0.78 * Math.min(token.worth, 1.6)) * floor,
  )
  return fair.length === 0 ? null : acceptance(market, random.pick(fair), random)
}

function acceptance(market: CollectionMarket, offer: OpenOffer, random: Random): Action | null {
  if (offer.token !== null) {
    const { listing, owner } = offer.token
    const isFree = listing === null && owner.acts && owner !== offer.bidder
    return isFree ? { kind: 'accept', offer, token: offer.token } : null
  }
  const token = freeToken(market, random, (one) => one.owner !== offer.bidder && one.worth < 1.2)
  return token === null ? null : { kind: 'accept', offer, token }
}

function decideGift({ market, people, random }: MarketTurn): Action | null {
  const token = freeToken(market, random, () => true)
  const to = random.pick(people)
  return token === null || token.owner === to ? null : { kind: 'give', token, to }
}
