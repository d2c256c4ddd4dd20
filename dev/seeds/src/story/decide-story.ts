import { type Action, freeToken, type MarketTurn } from '../market/actions/action.ts'
import { type ActionKind, byKind, decideAccept, decideBuy, takeBackOffer } from '../market/actions/decide.ts'
import { decideWash } from '../market/actions/wash.ts'
import { floorOf, listedShare, type OpenListing, type Participant, referenceOf } from '../market/market-state.ts'
import { aptOf, typedPrice } from '../market/prices.ts'

/** Intention of a trader's turn: mostly a quote, now and then a trade. */
export type Intention = 'trade' | 'quote' | 'wash'

/** Between these parts of what a usual token is worth the floor is left alone. */
const CALM = { from: 0.997, to: 1.015 } as const
/** Open offers that a collection tends to have. */
const USUAL_OFFERS = 8
/** Upper limit of a price, as a multiple of a token's fair value. */
const HIGHEST_RATIO = 1.05

/**
 * Decides an action of the story. Quotes keep the floor at what the collection is worth, its usual share listed and its usual number of
 * offers open; trades take what is fairly priced.
 * @returns null when no trader acts.
 */
export function decideStory(turn: MarketTurn, intention: Intention, ring: readonly Participant[]): Action | null {
  switch (intention) {
    case 'wash':
      return decideWash(turn, ring)
    case 'trade':
      return turn.random.chance(0.82)
        ? (decideBuy(turn, HIGHEST_RATIO) ?? decideAccept(turn))
        : (decideAccept(turn) ?? decideBuy(turn, HIGHEST_RATIO))
    case 'quote':
      // Selling into an offer at the floor is a trade: here it is taken back.
      return takeBackOffer(turn) ?? trackWorth(turn) ?? byKind(turn, turn.random.weighted(quotes(turn)).kind)
  }
}

function quotes({ market, day }: MarketTurn): readonly { kind: ActionKind; weight: number }[] {
  const fullness = listedShare(market) / market.usualShare
  const offers = [...market.offers].filter(({ expiresDay }) => expiresDay > day).length / USUAL_OFFERS
  const wanted = 1 / Math.max(0.3, offers ** 2)
  return [
    { kind: 'list', weight: 1 / Math.max(0.2, fullness ** 4) },
    { kind: 'delist', weight: Math.min(5, fullness ** 4) },
    { kind: 'reprice', weight: 1.2 },
    { kind: 'bid-collection', weight: 0.5 * wanted },
    { kind: 'bid-token', weight: 0.25 * wanted },
    { kind: 'cancel-offer', weight: 0.7 * Math.min(4, offers ** 2) },
    { kind: 'give', weight: 0.02 },
  ]
}

/** Moves the floor back to what a usual token is worth: the lowest listing is raised, or another undercuts. */
function trackWorth(turn: MarketTurn): Action | null {
  const { market, day, random } = turn
  const worth = referenceOf(market, day)
  const floor = floorOf(market)
  const ratio = floor === null ? Number.POSITIVE_INFINITY : aptOf(floor.priceOctas) / worth
  if (floor !== null && ratio < CALM.from) {
    return floor.seller.acts ? repriced(floor, typedPrice(worth * random.between(1.001, 1.016), random)) : null
  }
  if (ratio <= CALM.to) return null
  const priceOctas = typedPrice(worth * random.between(0.998, 1.01), random)
  const usual = [...market.listings].filter(({ seller, token }) => seller.acts && token.worth < 1.15)
  if (usual.length > 0 && random.chance(0.7)) return repriced(random.pick(usual), priceOctas)
  const token = freeToken(market, random, (one) => one.worth < 1.15)
  return token === null ? null : { kind: 'list', token, priceOctas }
}

function repriced(listing: OpenListing, priceOctas: bigint): Action | null {
  return priceOctas === listing.priceOctas ? null : { kind: 'reprice', listing, priceOctas }
}
