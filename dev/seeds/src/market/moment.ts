import type { Random } from '../random.ts'
import type { CollectionMarket, MarketToken, Participant } from './market-state.ts'

/** The market at one moment, for whoever's turn it is. */
export interface Moment {
  readonly market: CollectionMarket
  readonly people: readonly Participant[]
  readonly day: number
  readonly random: Random
}

/** Some unlisted token that fits, looked for at random a few times. */
export function freeToken(
  market: CollectionMarket,
  random: Random,
  fits: (token: MarketToken) => boolean,
): MarketToken | null {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const token = random.pick(market.tokens)
    if (token.listing === null && token.owner.acts && fits(token)) return token
  }
  return null
}
