import { useState } from 'react'
import { formatAptExact } from '../../../shared/format/apt.ts'
import type { TradeState } from '../quote/trade-state.ts'
import type { TradeSum } from './trade-frame.tsx'

type Step = TradeState['step']

interface Said {
  readonly step: Step
  readonly words: string
  /** The sum that they name. */
  readonly octas: string | undefined
}

/**
 * Returns what a screen reader says of a trade while its dialog is open: that a quote has arrived, with its sum, and that the wallet waits.
 * It says so once. An amount that is refreshed while the user decides is not said again, but the words with the former one are gone: they can
 * still be read.
 * @param isKnown the dialog itself says that the quote is here.
 * @source docs/product/trading.md#presses
 */
export function useTradeWords(step: Step, sum: TradeSum | undefined, isKnown: boolean): string {
  const octas = sum?.octas
  const [said, setSaid] = useState<Said>({ step, words: '', octas })
  if (said.step === step) {
    if (step !== 'ready' || said.words === '' || said.octas === octas) return said.words
    setSaid({ ...said, words: '' })
    return ''
  }
  const words =
    step === 'asking-wallet' ? 'Confirm in your wallet.' : hasArrived(said.step, step) ? arrival(sum, isKnown) : ''
  setSaid({ step, words, octas })
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
