import { Button } from '@opal/ui/controls/button'
import { AptField } from '../../../shared/components/apt-field.tsx'
import { APT_DECIMALS, formatApt } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'
import { FieldWithPresets } from '../dialog/preset-buttons.tsx'
import styles from './offer-price-field.module.css'

export interface OfferPriceFieldProps {
  value: string
  error: string | undefined
  onChange(text: string): void
  /** Octas; null when there is none. */
  floor: string | null
  topBid: string | null
  label?: string
  /** The floor is that of the items that fit a condition, not of their collection. */
  ofTrait?: boolean
}

/** Smallest step by which bids usually go up: 0.01 APT in octas. */
const STEP_OCTAS = 1_000_000n

/** Field for an offer price, with presets by floor and top bid. */
export function OfferPriceField(props: OfferPriceFieldProps) {
  const { value, error, onChange, floor, topBid, label = 'Bid price', ofTrait = false } = props
  const overTopBid = topBid === null ? null : BigInt(topBid) + STEP_OCTAS
  return (
    <FieldWithPresets
      field={<AptField label={label} autoFocus value={value} error={error} onChange={onChange} />}
      label="Start from"
    >
      {overTopBid !== null && (
        <Button size="sm" onClick={() => onChange(formatUnits(overTopBid, APT_DECIMALS))}>
          Over top bid {formatApt(overTopBid)}
        </Button>
      )}
      {floor !== null && (
        <>
          <Button size="sm" onClick={() => onChange(formatUnits((BigInt(floor) * 9n) / 10n, APT_DECIMALS))}>
            10% under {ofTrait && 'trait '}floor
          </Button>
          <span className={styles.fact}>
            {ofTrait ? 'Trait floor' : 'Floor'} {formatApt(floor)} APT
          </span>
        </>
      )}
    </FieldWithPresets>
  )
}
