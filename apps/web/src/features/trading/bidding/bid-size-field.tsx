import { Button } from '@opal/ui/controls/button'
import { TextField } from '@opal/ui/controls/text-field'
import { formatCount } from '../../../shared/format/number.ts'
import { FieldWithPresets } from '../fields/preset-buttons.tsx'
import { MAX_BID_TOKENS, parseBidSize } from './bid-rules.ts'

const SIZE_PRESETS = [1, 3, 5, 10] as const

export interface BidSizeFieldProps {
  /** As it is typed. */
  value: string
  onChange(text: string): void
}

/** Field for the number of tokens of a bid on several. */
export function BidSizeField({ value, onChange }: BidSizeFieldProps) {
  const size = parseBidSize(value)
  const field = (
    <TextField
      label="Quantity"
      inputMode="numeric"
      value={value}
      error={size === null ? `Enter 1 to ${formatCount(MAX_BID_TOKENS)}` : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return (
    <FieldWithPresets field={field} label="Suggested quantities">
      {SIZE_PRESETS.map((preset) => (
        <Button key={preset} size="sm" aria-pressed={size === preset} onClick={() => onChange(String(preset))}>
          {preset}
        </Button>
      ))}
    </FieldWithPresets>
  )
}
