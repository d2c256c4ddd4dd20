import { useState } from 'react'
import { formatAptExact } from '../../../shared/format/apt.ts'
import type { TradeState } from '../quote/trade-state.ts'
import type { TradeSum } from './trade-frame.tsx'

type Step = TradeState['step']

/**
 * Returns what a screen reader says of a trade while its dialog is open: that a quote has arrived, with its sum, and that the wallet waits.
 * It says so once: amounts that are refreshed while the user decides change nothing.
 * @param isKnown the dialog itself says that the quote is here.
 * @source docs/product/trading.md#presses
 */
export function useTradeWords(step: Step, sum: TradeSum | undefined, isKnown: boolean): string {
  const [said, setSaid] = useState<{ readonly step: Step; readonly words: string }>({ step, words: '' })
  if (said.step === step) return said.words
  const words =
    step === 'asking-wallet' ? 'Confirm in your wallet.' : hasArrived(said.step, step) ? arrival(sum, isKnown) : ''
  setSaid({ step, words })
  return words
}

/** A wallet that declines leaves the quote as it was. */
function hasArrived(before: Step, now: Step): boolean {
  return now === 'ready' && before !== 'asking-wallet' && before !== 'checking'
}

function arrival(sum: TradeSum | undefined, isKnown: boolean): string {
  const amount = sum?.octas === undefined ? '' : `${sum.label}: ${formatAptExact(sum.octas)}.`
  return isKnown ? amount : `Your quote is here. ${amount}`.trim()
}
