import { Button } from '@opal/ui/controls/button'
import { TextField } from '@opal/ui/controls/text-field'
import { MOST_TOKENS, parseBidSize } from './bid-rules.ts'
import { FieldWithPresets } from './preset-buttons.tsx'

const SIZE_PRESETS = [1, 3, 5, 10] as const

export interface BidSizeFieldProps {
  /** As it is typed. */
  value: string
  onChange(text: string): void
}

/** How many tokens a bid on a collection is for. */
export function BidSizeField({ value, onChange }: BidSizeFieldProps) {
  const size = parseBidSize(value)
  const field = (
    <TextField
      label="How many"
      inputMode="numeric"
      value={value}
      error={size === null ? `A number from 1 to ${MOST_TOKENS}` : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return (
    <FieldWithPresets field={field} label="Usual sizes">
      {SIZE_PRESETS.map((preset) => (
        <Button key={preset} size="sm" aria-pressed={size === preset} onClick={() => onChange(String(preset))}>
          {preset}
        </Button>
      ))}
    </FieldWithPresets>
  )
}
