import { type ReactNode, useState } from 'react'
import { APT_DECIMALS, formatApt } from '../../lib/format/apt.ts'
import { formatUnits } from '../../lib/format/decimal.ts'
import { TypedConfirmation } from './typed-confirmation.tsx'
import type { PurchaseSlip } from './use-purchase-slips.ts'

/** What holds a purchase until its unusual prices have been confirmed. */
export interface PurchaseGuard {
  readonly isHeld: boolean
  /** Asks for the confirmation; null when nothing is unusual. */
  readonly field: ReactNode
}

/** Unusual prices have to be typed; when they change they have to be typed again. */
export function usePurchaseGuard(slips: readonly PurchaseSlip[]): PurchaseGuard {
  const [sureOf, setSureOf] = useState('')
  const [first] = slips
  if (first === undefined) return { isHeld: false, field: null }
  const key = slips.map(({ name, octas }) => `${name} ${octas}`).join()
  return {
    isHeld: sureOf !== key,
    field: (
      <TypedConfirmation
        key={key}
        phrase={formatUnits(first.octas, APT_DECIMALS)}
        onChange={(isSure) => setSureOf(isSure ? key : '')}
      >
        {slips.map(slipWords).join(' ')}
      </TypedConfirmation>
    ),
  }
}

function slipWords({ name, octas, slip }: PurchaseSlip): string {
  return `${name} costs ${formatUnits(octas, APT_DECIMALS)} APT: 5 times ${slip.reference} of ${formatApt(slip.referenceOctas)} APT or more.`
}
