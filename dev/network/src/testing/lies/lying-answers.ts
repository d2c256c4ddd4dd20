import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { Liar, Told } from './liar.ts'
import { otherActions, otherCoins, otherReceivers, repeatedItems } from './other-calls.ts'
import { otherEditions, otherOrders, otherTokens } from './other-items.ts'
import { droppedGuards, otherPrices } from './other-prices.ts'

/** Parts of an answer that a hostile server changes. */
export const LIES = ['receiver', 'token', 'edition', 'price', 'guard', 'coin', 'repeat', 'order', 'action'] as const
export type LieKind = (typeof LIES)[number]

/** A changed answer. */
export interface Lie {
  readonly kind: LieKind
  readonly answer: TradeAnswer
}

/** Returns every lie about an answer; none is as the answer is. */
export async function liesAbout(liar: Liar): Promise<readonly Lie[]> {
  const told = await Promise.all([
    tell('receiver', otherReceivers(liar)),
    tell('token', otherTokens(liar)),
    tell('edition', otherEditions(liar)),
    tell('price', otherPrices(liar)),
    tell('guard', droppedGuards(liar)),
    tell('coin', otherCoins(liar)),
    tell('repeat', repeatedItems(liar)),
    tell('order', otherOrders(liar)),
    tell('action', otherActions(liar)),
  ])
  const known = new Set([spell(liar.honest)])
  return told.flat().filter(({ answer }) => {
    if (answer.payload === null || known.has(spell(answer))) return false
    known.add(spell(answer))
    return true
  })
}

async function tell(kind: LieKind, answers: Promise<Told>): Promise<readonly Lie[]> {
  return (await answers).flatMap((answer) => (answer === null ? [] : [{ kind, answer }]))
}

function spell({ payload, priceGuard, items, split }: TradeAnswer): string {
  return JSON.stringify([payload, priceGuard, items, split])
}
