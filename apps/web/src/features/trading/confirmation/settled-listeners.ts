import type { TradeOutcome } from '../../../entities/order/trade-request.ts'

type Listener = (outcome: TradeOutcome) => void

/** Listeners by the id of a trade. They do not survive a reload, as their callers do not. */
const listeners = new Map<string, Listener>()

/** Calls a listener once when a trade has ended; replaces an earlier listener. */
export function onSettled(tradeId: string, listener: Listener): void {
  listeners.set(tradeId, listener)
}

/** Returns whether a trade that has not ended yet has a listener: this page has submitted it. */
export function isSubmittedHere(tradeId: string): boolean {
  return listeners.has(tradeId)
}

/** Notifies the listener of a trade, once. */
export function notifySettled(tradeId: string, outcome: TradeOutcome): void {
  const listener = listeners.get(tradeId)
  listeners.delete(tradeId)
  listener?.(outcome)
}
