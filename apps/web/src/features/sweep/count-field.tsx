import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import styles from './count-field.module.css'

const PRESETS: readonly number[] = [5, 10, 20]

export interface CountFieldProps {
  value: number
  most: number
  onChange(count: number): void
  /** Begins the sweep: Enter in the number; undefined while there is nothing to sweep. */
  onEnter?: (() => void) | undefined
}

/** Field for the number of tokens: a number with buttons to step, usual numbers, and in wide windows a slider. */
export function CountField({ value, most, onChange, onEnter }: CountFieldProps) {
  const id = useId()
  const set = (count: number) => onChange(Math.max(0, Math.min(most, count)))
  return (
    <div className={styles.count}>
      <label htmlFor={id} className={styles.label} title="Buys the cheapest items at once">
        Sweep
      </label>
      <div className={styles.row}>
        <IconButton label="One less" size="sm" aria-disabled={value === 0} onClick={() => set(value - 1)}>
          <Minus />
        </IconButton>
        <input
          id={id}
          className={styles.number}
          type="number"
          inputMode="numeric"
          min={0}
          max={most}
          value={value}
          onFocus={({ target }) => target.select()}
          onChange={(event) => set(Number.parseInt(event.target.value, 10) || 0)}
          onKeyDown={({ key, repeat }) => key === 'Enter' && !repeat && onEnter?.()}
        />
        <IconButton
          label="One more"
          size="sm"
          data-begins=""
          aria-disabled={value >= most}
          onClick={() => set(value + 1)}
        >
          <Plus />
        </IconButton>
        <input
          className={styles.slider}
          type="range"
          aria-label="How many to sweep"
          min={0}
          max={most}
          value={value}
          onChange={(event) => set(Number(event.target.value))}
        />
      </div>
      <div className={styles.presets}>
        {PRESETS.filter((count) => count <= most).map((count) => (
          <Button key={count} size="sm" aria-label={`Sweep ${count}`} onClick={() => set(count)}>
            {count}
          </Button>
        ))}
      </div>
    </div>
  )
}
