import { useState } from 'react'
import { formatAptExact } from '../../../shared/format/apt.ts'
import type { TradeState } from '../quote/trade-state.ts'
import type { TradeSum } from './trade-frame.tsx'

type Step = TradeState['step']

interface Announcement {
  readonly step: Step
  readonly text: string
  /** The sum that it names. */
  readonly octas: string | undefined
}

/**
 * Returns what a screen reader announces while a trade's dialog is open: that a quote has arrived, with its sum, and that the wallet is waiting;
 * each once. A refreshed amount is not announced again, but the text with the former amount is removed, since screen readers could still
 * navigate to it.
 * @param isKnown the dialog itself says that the quote is here.
 * @source docs/product/trading.md#presses
 */
export function useTradeAnnouncement(step: Step, sum: TradeSum | undefined, isKnown: boolean): string {
  const octas = sum?.octas
  const [said, setSaid] = useState<Announcement>({ step, text: '', octas })
  if (said.step === step) {
    if (step !== 'ready' || said.text === '' || said.octas === octas) return said.text
    setSaid({ ...said, text: '' })
    return ''
  }
  const text =
    step === 'asking-wallet' ? 'Confirm in your wallet.' : hasArrived(said.step, step) ? arrival(sum, isKnown) : ''
  setSaid({ step, text, octas })
  return text
}

/** A wallet that declines leaves the quote as it was. */
function hasArrived(before: Step, now: Step): boolean {
  return now === 'ready' && before !== 'asking-wallet' && before !== 'checking'
}

function arrival(sum: TradeSum | undefined, isKnown: boolean): string {
  const amount = sum?.octas === undefined ? '' : `${sum.label}: ${formatAptExact(sum.octas)}.`
  return isKnown ? amount : `Your quote is here. ${amount}`.trim()
}
