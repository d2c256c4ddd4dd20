import { Select } from '@opal/ui/controls/select'
import { formatBps } from '../../lib/format/number.ts'

const STEPS = [100, 250, 500, 1000, 2000, 5000]

/** By how much a floor moves before it is told. */
export function FloorThreshold({ bps, onChange }: { bps: number; onChange(bps: number): void }) {
  const steps = STEPS.includes(bps) ? STEPS : [...STEPS, bps].sort((a, b) => a - b)
  return (
    <Select
      label="Floor moved by at least"
      value={String(bps)}
      onValueChange={(value) => onChange(Number(value))}
      options={steps.map((step) => ({ value: String(step), label: `by ${formatBps(step)} or more` }))}
    />
  )
}
