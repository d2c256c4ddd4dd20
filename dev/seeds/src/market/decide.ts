import type { Random } from '../random.ts'
import type { Action } from './action.ts'
import { decideBid, decideTokenBid } from './decide-bid.ts'
import { decideBuy } from './decide-buy.ts'
import { decideList, decideReprice } from './decide-listing.ts'
import { type CollectionMarket, collectionOffers, floorAptOf, listedShare, type OpenOffer } from './market-state.ts'
import { freeToken, type Moment } from './moment.ts'
import { aptOf } from './prices.ts'

export type ActionKind = Action['kind']

/**
 * What happens next in a collection: first what nobody would leave lying (an offer at the floor, an expired offer), else
 * something by weight. @returns null when the moment passes without anything.
 */
export function decide(moment: Moment): Action | null {
  return obvious(moment) ?? byKind(moment, moment.random.weighted(weightsOf(moment)).kind)
}

/** Tries one kind of action. @returns null when there is nobody or nothing for it. */
export function byKind(moment: Moment, kind: ActionKind): Action | null {
  switch (kind) {
    case 'list':
      return decideList(moment)
    case 'reprice':
      return decideReprice(moment)
    case 'delist':
      return decideDelist(moment)
    case 'buy':
      return decideBuy(moment)
    case 'bid-collection':
      return decideBid(moment)
    case 'bid-token':
      return decideTokenBid(moment)
    case 'accept':
      return decideAccept(moment)
    case 'cancel-offer':
      return decideCancel(moment)
    case 'give':
      return decideGift(moment)
  }
}

function weightsOf({ market, day }: Moment): readonly { kind: ActionKind; weight: number }[] {
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

function obvious(moment: Moment): Action | null {
  const { market, day, random } = moment
  for (const offer of market.offers) {
    const isStale = offer.expiresDay <= day || (offer.token !== null && offer.token.owner === offer.bidder)
    if (isStale && offer.bidder.acts && random.chance(0.3)) return { kind: 'cancel-offer', offer }
  }
  const best = collectionOffers(market, day)[0]
  if (best === undefined || aptOf(best.priceOctas) < 0.97 * floorAptOf(market, day)) return null
  return acceptance(market, best, random) ?? (best.bidder.acts ? { kind: 'cancel-offer', offer: best } : null)
}

function decideDelist({ market, random }: Moment): Action | null {
  const own = [...market.listings].filter(({ seller }) => seller.acts)
  return own.length === 0 ? null : { kind: 'delist', listing: random.pick(own) }
}

function decideCancel({ market, random }: Moment): Action | null {
  const own = [...market.offers].filter(({ bidder }) => bidder.acts)
  return own.length === 0 ? null : { kind: 'cancel-offer', offer: random.pick(own) }
}

/** Somebody who needs money takes a fair offer. */
function decideAccept(moment: Moment): Action | null {
  const { market, day, random } = moment
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

function decideGift({ market, people, random }: Moment): Action | null {
  const token = freeToken(market, random, () => true)
  const to = random.pick(people)
  return token === null || token.owner === to ? null : { kind: 'give', token, to }
}
