import { ChevronDown } from 'lucide-react'
import styles from './select.module.css'
import { useChosen } from './use-chosen.ts'

export interface SelectProps<Value extends string> {
  /** Accessible name. */
  label: string
  value: Value
  /** @param shown what was chosen before: that may be newer than `value`, which its owner has yet to render. */
  onValueChange(value: Value, shown: Value): void
  options: readonly { readonly value: Value; readonly label: string }[]
  size?: 'sm' | 'md'
}

/** A native select. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, onValueChange, options, size = 'md' } = props
  const [shown, choose] = useChosen(value, onValueChange)
  return (
    <span className={styles.wrap}>
      <select
        className={styles.select}
        data-size={size}
        aria-label={label}
        value={shown}
        onChange={(event) => choose(event.target.value as Value)}
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
