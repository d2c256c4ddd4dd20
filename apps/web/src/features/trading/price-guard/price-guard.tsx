import { useRef, useState } from 'react'
import { APT_DECIMALS, parseApt } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'
import { typedText } from '../../../shared/format/typed-text.ts'
import styles from '../dialog/notes.module.css'
import type { TradeGuard } from '../dialog/trade-guard.ts'
import { TypedConfirmation } from '../dialog/typed-confirmation.tsx'
import type { NamedAnomaly } from './use-price-anomalies.ts'

const REASON = 'Confirm the unusual price above to continue.'
const UNCOMPARED = 'Couldn’t compare the price with the market.'

/**
 * Requires that unusual prices are typed; after a change they must be typed again. What was typed stays while the field is not shown.
 * @param isUncompared some reference prices could not be loaded: that holds nothing up, and is said.
 */
export function usePriceGuard(anomalies: readonly NamedAnomaly[], isUncompared = false): TradeGuard {
  const [typed, setTyped] = useState({ key: '', text: '' })
  const input = useRef<HTMLInputElement>(null)
  const focus = () => input.current?.focus()
  const [first] = anomalies
  if (first === undefined)
    return { isHeld: false, reason: REASON, field: isUncompared && <p className={styles.notes}>{UNCOMPARED}</p>, focus }
  const key = anomalies.map(({ tokenDataId, name, octas }) => `${tokenDataId ?? name} ${octas}`).join()
  const text = typed.key === key ? typed.text : ''
  const written = formatUnits(first.octas, APT_DECIMALS, { group: true })
  // In any spelling that the fields of amounts take, or as the dialog writes it, with commas.
  const isConfirmed = typedText(text) === written || parseApt(text) === first.octas
  return {
    isHeld: !isConfirmed,
    reason: REASON,
    field: (
      <TypedConfirmation
        key={key}
        phrase={written}
        text={text}
        isConfirmed={isConfirmed}
        input={input}
        onChange={(next) => setTyped({ key, text: next })}
      >
        {anomalies.map(({ sentence }) => sentence).join(' ')}
      </TypedConfirmation>
    ),
    focus,
  }
}
