import { ChevronDown } from 'lucide-react'
import styles from './select.module.css'

export interface SelectProps<Value extends string> {
  /** Accessible name. */
  label: string
  value: Value
  onValueChange(value: Value): void
  options: readonly { readonly value: Value; readonly label: string }[]
}

/** A native select. */
export function Select<Value extends string>({ label, value, onValueChange, options }: SelectProps<Value>) {
  return (
    <span className={styles.wrap}>
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className={styles.chevron} aria-hidden="true" />
    </span>
  )
}
