import { type ReactNode, useState } from 'react'
import { APT_DECIMALS } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'
import { TypedConfirmation } from '../dialog/typed-confirmation.tsx'
import type { NamedAnomaly } from './use-price-anomalies.ts'

/** What holds a trade until its unusual prices have been confirmed. */
export interface PriceGuard {
  readonly isHeld: boolean
  /** Asks for the confirmation; null when nothing is unusual. */
  readonly field: ReactNode
}

/** Unusual prices have to be typed; when they change they have to be typed again. */
export function usePriceGuard(anomalies: readonly NamedAnomaly[]): PriceGuard {
  const [sureOf, setSureOf] = useState('')
  const [first] = anomalies
  if (first === undefined) return { isHeld: false, field: null }
  const key = anomalies.map(({ name, octas }) => `${name} ${octas}`).join()
  return {
    isHeld: sureOf !== key,
    field: (
      <TypedConfirmation
        key={key}
        phrase={formatUnits(first.octas, APT_DECIMALS)}
        onChange={(isSure) => setSureOf(isSure ? key : '')}
      >
        {anomalies.map(({ sentence }) => sentence).join(' ')}
      </TypedConfirmation>
    ),
  }
}
