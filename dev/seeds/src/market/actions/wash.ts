import { floorOf, type Participant, referenceOf } from '../market-state.ts'
import { typedPrice } from '../prices.ts'
import type { Action, MarketTurn } from './action.ts'

/** Range of their price as a multiple of the floor: a few of their sales outweigh all honest ones. */
const MULTIPLE = [7, 12] as const

/** Decides the next action of two wallets that sell a token to each other: one lists it, the other buys it. They buy their first token at the floor. */
export function decideWash({ market, day, random }: MarketTurn, ring: readonly Participant[]): Action | null {
  const [first, second] = ring
  if (first === undefined || second === undefined) return null
  const other = (person: Participant): Participant => (person === first ? second : first)
  const open = [...market.listings].find(({ seller }) => ring.includes(seller))
  if (open !== undefined) {
    const buyer = other(open.seller)
    return buyer.balance > open.priceOctas ? { kind: 'buy', listing: open, buyer } : { kind: 'delist', listing: open }
  }
  const token = market.tokens.find(({ owner }) => ring.includes(owner))
  if (token !== undefined) {
    const apt = referenceOf(market, day) * random.between(...MULTIPLE)
    return { kind: 'list', token, priceOctas: typedPrice(apt, random) }
  }
  const floor = floorOf(market)
  return floor === null || first.balance < floor.priceOctas * 2n ? null : { kind: 'buy', listing: floor, buyer: first }
}
