import { useId } from 'react'
import styles from './radio-group.module.css'

export interface RadioGroupProps<Value extends string> {
  label: string
  /** Null while nothing is chosen. */
  value: Value | null
  onValueChange(value: Value): void
  options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[]
}

/** A choice of one among several options with labels and hints, all visible. */
export function RadioGroup<Value extends string>({ label, value, onValueChange, options }: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.dot}
            name={name}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
