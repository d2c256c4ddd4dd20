import { type ReactNode, useRef, useState } from 'react'
import { APT_DECIMALS } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'
import styles from '../dialog/notes.module.css'
import { TypedConfirmation } from '../dialog/typed-confirmation.tsx'
import type { NamedAnomaly } from './use-price-anomalies.ts'

/** Blocks a trade until its unusual prices are confirmed. */
export interface PriceGuard {
  readonly isHeld: boolean
  /** Asks for the confirmation, or says that prices are compared with nothing; null when nothing is unusual. */
  readonly field: ReactNode
  /** Focuses the confirmation. */
  focus(): void
}

const UNCOMPARED = 'Couldn’t compare the price with the market.'

/**
 * Requires that unusual prices are typed; after a change they must be typed again.
 * @param isUncompared some reference prices could not be loaded: that holds nothing up, and is said.
 */
export function usePriceGuard(anomalies: readonly NamedAnomaly[], isUncompared = false): PriceGuard {
  const [sureOf, setSureOf] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const focus = () => input.current?.focus()
  const [first] = anomalies
  if (first === undefined)
    return { isHeld: false, field: isUncompared && <p className={styles.notes}>{UNCOMPARED}</p>, focus }
  const key = anomalies.map(({ tokenDataId, name, octas }) => `${tokenDataId ?? name} ${octas}`).join()
  return {
    isHeld: sureOf !== key,
    field: (
      <TypedConfirmation
        key={key}
        phrase={formatUnits(first.octas, APT_DECIMALS)}
        written={formatUnits(first.octas, APT_DECIMALS, { group: true })}
        input={input}
        onChange={(isSure) => setSureOf(isSure ? key : '')}
      >
        {anomalies.map(({ sentence }) => sentence).join(' ')}
      </TypedConfirmation>
    ),
    focus,
  }
}
