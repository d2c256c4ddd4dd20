import { type ReactNode, useRef, useState } from 'react'
import { APT_DECIMALS } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'
import { TypedConfirmation } from '../dialog/typed-confirmation.tsx'
import type { NamedAnomaly } from './use-price-anomalies.ts'

/** Blocks a trade until its unusual prices are confirmed. */
export interface PriceGuard {
  readonly isHeld: boolean
  /** Asks for the confirmation; null when nothing is unusual. */
  readonly field: ReactNode
  /** Focuses the confirmation. */
  focus(): void
}

/** Requires that unusual prices are typed; after a change they must be typed again. */
export function usePriceGuard(anomalies: readonly NamedAnomaly[]): PriceGuard {
  const [sureOf, setSureOf] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const focus = () => input.current?.focus()
  const [first] = anomalies
  if (first === undefined) return { isHeld: false, field: null, focus }
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
