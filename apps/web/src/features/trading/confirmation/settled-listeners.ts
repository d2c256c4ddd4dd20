import type { TradeOutcome } from '../../../entities/order/trade-request.ts'

type Listener = (outcome: TradeOutcome) => void

/** Who wants to hear how a trade of this page ended, by its id. A reload forgets them: nobody is there to hear. */
const listeners = new Map<string, Listener>()

/** Hears what becomes of a trade, once; a later listener takes the place of an earlier one. */
export function onSettled(tradeId: string, listener: Listener): void {
  listeners.set(tradeId, listener)
}

/** Tells whoever wanted to hear, once. */
export function notifySettled(tradeId: string, outcome: TradeOutcome): void {
  const listener = listeners.get(tradeId)
  listeners.delete(tradeId)
  listener?.(outcome)
}
