import { useRef, useState } from 'react'
import { APT_DECIMALS } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'
import styles from '../dialog/notes.module.css'
import type { TradeGuard } from '../dialog/trade-guard.ts'
import { TypedConfirmation } from '../dialog/typed-confirmation.tsx'
import type { NamedAnomaly } from './use-price-anomalies.ts'

const REASON = 'Confirm the unusual price above to continue.'
const UNCOMPARED = 'Couldn’t compare the price with the market.'

/**
 * Requires that unusual prices are typed; after a change they must be typed again.
 * @param isUncompared some reference prices could not be loaded: that holds nothing up, and is said.
 */
export function usePriceGuard(anomalies: readonly NamedAnomaly[], isUncompared = false): TradeGuard {
  const [sureOf, setSureOf] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const focus = () => input.current?.focus()
  const [first] = anomalies
  if (first === undefined)
    return { isHeld: false, reason: REASON, field: isUncompared && <p className={styles.notes}>{UNCOMPARED}</p>, focus }
  const key = anomalies.map(({ tokenDataId, name, octas }) => `${tokenDataId ?? name} ${octas}`).join()
  return {
    isHeld: sureOf !== key,
    reason: REASON,
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
