import type { Random } from '../random.ts'
import type { Action } from './action.ts'
import { type OpenListing, type Participant, referenceOf } from './market-state.ts'
import type { Moment } from './moment.ts'
import { aptOf } from './prices.ts'

/** Octas that everybody keeps for gas. */
const RESERVE = 500_000_000n

/** Somebody buys: mostly the floor, else what is cheap for its traits. Overpriced listings wait. */
export function decideBuy(moment: Moment): Action | null {
  const { market, day, people, random } = moment
  const fair = referenceOf(market, day)
  const ratio = (listing: OpenListing): number => aptOf(listing.priceOctas) / (fair * listing.token.worth)
  const worthwhile = [...market.listings].filter((listing) => ratio(listing) < 1.35)
  if (worthwhile.length === 0) return null
  const cheapest = worthwhile.sort((a, b) => (a.priceOctas < b.priceOctas ? -1 : 1)).slice(0, 4)
  const bargain = worthwhile.reduce((best, one) => (ratio(one) < ratio(best) ? one : best))
  const listing = random.chance(0.62) ? (cheapest[0] as OpenListing) : random.pick([bargain, ...cheapest])
  const buyer = somebody(people, random, listing.priceOctas, listing.seller, ({ trader }) => trader.temper.buys)
  return buyer === null ? null : { kind: 'buy', listing, buyer }
}

/** One of those who can pay, by how much they like to; never `not`. */
export function somebody(
  people: readonly Participant[],
  random: Random,
  octas: bigint,
  not: Participant | null,
  liking: (person: Participant) => number,
): Participant | null {
  const able = people
    .filter((person) => person !== not && person.balance > octas + RESERVE)
    .map((person) => ({ person, weight: liking(person) }))
  return able.length === 0 ? null : random.weighted(able).person
}
