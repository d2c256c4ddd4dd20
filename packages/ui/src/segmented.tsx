import * as Radix from 'radix-ui/toggle-group'
import type { ReactNode } from 'react'
import styles from './segmented.module.css'

export interface SegmentedProps<Value extends string> {
  /** Accessible name of the choice. */
  label: string
  value: Value
  onValueChange(value: Value): void
  /** `label` names an option whose face is an icon. */
  options: readonly { readonly value: Value; readonly face: ReactNode; readonly label?: string }[]
}

/** A choice of one among a few, all in view. */
export function Segmented<Value extends string>({ label, value, onValueChange, options }: SegmentedProps<Value>) {
  return (
    <Radix.Root
      type="single"
      className={styles.group}
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        if (next !== '') onValueChange(next as Value)
      }}
    >
      {options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          className={styles.item}
          aria-label={option.label}
          title={option.label}
        >
          {option.face}
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
