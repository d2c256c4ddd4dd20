import type { MarketplaceInfo } from '@opal/contract/network'
import { Button } from '@opal/ui/controls/button'
import { TextField } from '@opal/ui/controls/text-field'
import { useState } from 'react'
import { bidsExpireOn } from '../../../entities/order/marketplace-abilities.ts'
import { dateFieldOf } from '../../../shared/format/date-field.ts'
import { formatZonedMinute } from '../../../shared/format/time.ts'
import styles from '../dialog/notes.module.css'
import { FieldWithPresets } from '../fields/preset-buttons.tsx'

/** The expiration of a bid. */
export interface Expiry {
  /** Unix seconds; null when no date is given. Of a bid that does not expire, a time that nothing reads. */
  readonly seconds: bigint | null
  /** The marketplace's bids do not expire; the form says so in place of a time. */
  readonly isEndless: boolean
}

/** Holds the expiration of a bid on a marketplace. */
export function useExpiry(marketplace: MarketplaceInfo | undefined) {
  const [usual] = useState(() => expiryAfter(DEFAULT_EXPIRY_DAYS, Date.now()))
  const [chosen, setChosen] = useState<bigint | null>(usual)
  const isEndless = !bidsExpireOn(marketplace)
  const expiry: Expiry = { seconds: isEndless ? usual : chosen, isEndless }
  return { expiry, field: { value: chosen, onChange: setChosen, marketplace } }
}

/** Returns what a draft says of its bid's end in addition to its terms. */
export function endOf({ isEndless }: Expiry) {
  return isEndless ? ({ isEndless } as const) : {}
}

export interface ExpiryFieldProps {
  /** Unix seconds; null when no date is given. */
  value: bigint | null
  onChange(seconds: bigint | null): void
  /** Where the bid is placed; undefined for our own marketplace. */
  marketplace?: MarketplaceInfo | undefined
}

/**
 * Field for the expiration of a bid: presets, or any day from today on. Where bids do not expire it says so instead.
 * @source docs/product/bids.md#bid-dialog
 */
export function ExpiryField({ value, onChange, marketplace }: ExpiryFieldProps) {
  const [days, setDays] = useState<number | null>(DEFAULT_EXPIRY_DAYS)
  const [date, setDate] = useState(() => dateFieldOf(Date.now() + DEFAULT_EXPIRY_DAYS * DAY_MS))
  const error = expiryError(value, Date.now())
  if (!bidsExpireOn(marketplace)) {
    return (
      <p className={styles.notes} role="status">
        {`Bids on ${marketplace?.displayName} don’t expire. This one stays open until it’s filled or you cancel it.`}
      </p>
    )
  }
  const preset = (chosen: number) => {
    setDays(chosen)
    const seconds = expiryAfter(chosen, Date.now())
    setDate(dateFieldOf(Number(seconds) * 1000))
    onChange(seconds)
  }
  return (
    <FieldWithPresets
      field={
        <TextField
          label="Expiration date"
          type="date"
          required
          min={dateFieldOf(Date.now())}
          value={date}
          error={error ?? undefined}
          hint={value === null ? undefined : `Until ${formatZonedMinute(value)}`}
          onChange={(event) => {
            setDays(null)
            setDate(event.target.value)
            onChange(expiryOfDate(event.target.value))
          }}
        />
      }
      label="Suggested durations"
    >
      {EXPIRY_PRESETS.map((option) => (
        <Button key={option.days} size="sm" aria-pressed={days === option.days} onClick={() => preset(option.days)}>
          {option.label}
        </Button>
      ))}
    </FieldWithPresets>
  )
}

/** Presets of the expiration. */
const EXPIRY_PRESETS = [
  { label: '1 day', days: 1 },
  { label: '3 days', days: 3 },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
] as const
/** Short by default: forgotten bids are the ones that hurt. */
const DEFAULT_EXPIRY_DAYS = 7

const DAY_MS = 86_400_000

/** Returns a moment some days on, in whole Unix seconds. @source docs/product/bids.md#expiration-date */
function expiryAfter(days: number, nowMs: number): bigint {
  return BigInt(Math.floor((nowMs + days * DAY_MS) / 1000))
}

/** The end of a day in the reader's time zone, in whole Unix seconds; null for text that is no date. */
function expiryOfDate(date: string): bigint | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (match === null) return null
  const [, year, month, day] = match
  const end = new Date(Number(year), Number(month) - 1, Number(day), 23, 59, 59)
  return Number.isNaN(end.getTime()) ? null : BigInt(Math.floor(end.getTime() / 1000))
}

/** Returns the error of an expiration; null when it is valid. @source docs/product/bids.md#expiration-date */
export function expiryError(seconds: bigint | null, nowMs: number): string | null {
  if (seconds === null) return 'Required.'
  return seconds * 1000n <= BigInt(Math.floor(nowMs)) ? 'That date has passed.' : null
}
