import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { ChangedAnswers, Liar } from './liar.ts'
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
  const lies = await Promise.all([
    liesOf('receiver', otherReceivers(liar)),
    liesOf('token', otherTokens(liar)),
    liesOf('edition', otherEditions(liar)),
    liesOf('price', otherPrices(liar)),
    liesOf('guard', droppedGuards(liar)),
    liesOf('coin', otherCoins(liar)),
    liesOf('repeat', repeatedItems(liar)),
    liesOf('order', otherOrders(liar)),
    liesOf('action', otherActions(liar)),
  ])
  const known = new Set([textOf(liar.honest)])
  return lies.flat().filter(({ answer }) => {
    if (answer.payload === null || known.has(textOf(answer))) return false
    known.add(textOf(answer))
    return true
  })
}

async function liesOf(kind: LieKind, answers: Promise<ChangedAnswers>): Promise<readonly Lie[]> {
  return (await answers).flatMap((answer) => (answer === null ? [] : [{ kind, answer }]))
}

function textOf({ payload, priceGuard, items, split }: TradeAnswer): string {
  return JSON.stringify([payload, priceGuard, items, split])
}
