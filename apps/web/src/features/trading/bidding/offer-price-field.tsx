import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import { Button } from '@opal/ui/controls/button'
import { AptField } from '../../../shared/components/apt-field.tsx'
import { formatApt, parseApt, plainApt } from '../../../shared/format/apt.ts'
import { FieldWithPresets } from '../fields/preset-buttons.tsx'
import { usableReference } from '../price-guard/price-anomalies.ts'
import styles from './offer-price-field.module.css'

export interface OfferPriceFieldProps {
  value: string
  error: string | undefined
  onChange(text: string): void
  /** Octas; null when there is none. */
  floor: string | null
  topBid: string | null
  /** The floor below which the price has to be, in octas; null for none. */
  usualFloor?: bigint | null
  /** The purchase that is offered instead of the bid; null for none. */
  purchase?: OfferedPurchase | null
  label?: string
  /** The floor is that of the items that fit a condition, not of their collection. */
  ofTrait?: boolean
}

/** A purchase that costs no more than some bids. */
export interface OfferedPurchase {
  /** Octas. */
  readonly price: string
  /** Opens its dialog. @param most octas of the typed bid. */
  readonly open: (most: bigint) => void
}

/** Steps by which bids go up, in octas: 0.01 APT, or as little as can be shown where that is the floor already. */
const STEPS_OCTAS = [1_000_000n, 100_000n, 10_000n] as const

/** Field for an offer price, with presets by floor and top bid that can be placed, and with the purchase that costs no more than what is typed. */
export function OfferPriceField(props: OfferPriceFieldProps) {
  const { value, error, onChange, floor, topBid, label = 'Bid price', ofTrait = false } = props
  const { usualFloor = null, purchase = null } = props
  const octas = parseApt(value)
  const bound = usableReference(usualFloor)
  const isTaken = (price: bigint) => price >= MIN_PRICE_OCTAS && (bound === null || price < bound)
  const overTopBid = STEPS_OCTAS.map((step) => BigInt(topBid ?? 0) + step).find(isTaken)
  const underFloor = floor === null ? null : (BigInt(floor) * 9n) / 10n
  return (
    <FieldWithPresets
      field={<AptField label={label} autoFocus value={value} error={error} onChange={onChange} />}
      label="Start from"
    >
      {topBid !== null && overTopBid !== undefined && (
        <Button size="sm" onClick={() => onChange(plainApt(overTopBid))}>
          Over top bid {formatApt(overTopBid)}
        </Button>
      )}
      {underFloor !== null && isTaken(underFloor) && (
        <Button size="sm" onClick={() => onChange(plainApt(underFloor))}>
          10% under {ofTrait && 'trait '}floor
        </Button>
      )}
      {floor !== null && (
        <span className={styles.fact}>
          {ofTrait ? 'Trait floor' : 'Floor'} {formatApt(floor)} APT
        </span>
      )}
      {bound !== null && String(bound) !== floor && (
        <span className={styles.fact}>Bids have to be below the usual floor, {formatApt(bound)} APT</span>
      )}
      {purchase !== null && octas !== null && octas >= BigInt(purchase.price) && (
        <Button size="sm" onClick={() => purchase.open(octas)}>
          Buy for {formatApt(purchase.price)} APT
        </Button>
      )}
    </FieldWithPresets>
  )
}
