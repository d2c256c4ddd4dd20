import { Button } from '@opal/ui/controls/button'
import { TextField } from '@opal/ui/controls/text-field'
import { useState } from 'react'
import {
  DEFAULT_EXPIRY_DAYS,
  dateOf,
  EXPIRY_PRESETS,
  expiryAfter,
  expiryError,
  expiryOfDate,
  expiryWords,
} from './expiry.ts'
import { FieldWithPresets } from './preset-buttons.tsx'

export interface ExpiryFieldProps {
  /** Unix seconds; null when no date is given. */
  value: bigint | null
  onChange(seconds: bigint | null): void
}

/** Until when a bid stands: a few usual spans, or any day from today on. */
export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const [days, setDays] = useState<number | null>(DEFAULT_EXPIRY_DAYS)
  const [date, setDate] = useState(() => dateOf(Date.now() + DEFAULT_EXPIRY_DAYS * 86_400_000))
  const error = expiryError(value, Date.now())
  const preset = (chosen: number) => {
    setDays(chosen)
    const seconds = expiryAfter(chosen, Date.now())
    setDate(dateOf(Number(seconds) * 1000))
    onChange(seconds)
  }
  return (
    <FieldWithPresets
      field={
        <TextField
          label="Expiration date"
          type="date"
          required
          min={dateOf(Date.now())}
          value={date}
          error={error ?? undefined}
          hint={value === null ? undefined : `Until ${expiryWords(value)}`}
          onChange={(event) => {
            setDays(null)
            setDate(event.target.value)
            onChange(expiryOfDate(event.target.value))
          }}
        />
      }
      label="Usual spans"
    >
      {EXPIRY_PRESETS.map((option) => (
        <Button key={option.days} size="sm" aria-pressed={days === option.days} onClick={() => preset(option.days)}>
          {option.label}
        </Button>
      ))}
    </FieldWithPresets>
  )
}
