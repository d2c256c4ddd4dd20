import { type ReactNode, useState } from 'react'
import { APT_DECIMALS } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'
import { TypedConfirmation } from '../dialog/typed-confirmation.tsx'
import type { NamedAnomaly } from './use-price-anomalies.ts'

/** Blocks a trade until its unusual prices are confirmed. */
export interface PriceGuard {
  readonly isHeld: boolean
  /** Asks for the confirmation; null when nothing is unusual. */
  readonly field: ReactNode
}

/** Requires that unusual prices are typed; after a change they must be typed again. */
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
