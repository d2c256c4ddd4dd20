import { isEditable } from '../quote/trade-state.ts'
import type { TradeSteps } from '../quote/use-trade-steps.ts'
import styles from './notes.module.css'

export interface StepsNoteProps {
  steps: TradeSteps
  /** Why one transaction does not do it all. */
  why: string
}

/** Says beforehand that the wallet is asked several times, and that the rest follows; nothing for a single transaction. */
export function StepsNote({ steps, why }: StepsNoteProps) {
  const { trade, at, of, isCertain, isRunning, isConfirmed } = steps
  const { step } = trade.state
  const isUnderWay = isRunning || step === 'checking' || step === 'asking-wallet'
  if (at > 1 && step === 'ready' && !isRunning && !isConfirmed) {
    return (
      <p className={styles.notes} role="alert">
        The terms have changed since you confirmed. Check what you receive now.
      </p>
    )
  }
  if (of === 1 || (!isUnderWay && !isEditable(trade.state))) return null
  const times = of - at + 1
  const often = isCertain ? `${times} times` : 'once for each transaction'
  const asked = times === 1 ? 'once more' : `${often}, one after another`
  return (
    <p className={styles.notes} role="status">
      {isUnderWay
        ? 'Your wallet will ask for each transaction in turn. Closing this skips the rest.'
        : `${why} Your wallet will ask ${asked}.`}
    </p>
  )
}
