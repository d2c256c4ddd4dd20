import type { ReactNode } from 'react'
import styles from './segmented.module.css'

export interface ToggleGroupProps<Value extends string> {
  /** Accessible name of the choice. */
  label: string
  /** The options that are on. */
  values: readonly Value[]
  onValuesChange(values: readonly Value[]): void
  /** Label of the toggle that is on while all others are off, and turns them off. */
  none: string
  options: readonly { readonly value: Value; readonly content: ReactNode }[]
}

/** A choice of any among a few options, all visible. Native checkboxes. */
export function ToggleGroup<Value extends string>({
  label,
  values,
  onValuesChange,
  none,
  options,
}: ToggleGroupProps<Value>) {
  const toggle = (value: Value) =>
    onValuesChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
  return (
    <fieldset className={styles.group} aria-label={label}>
      <label className={styles.item}>
        <input
          type="checkbox"
          role="switch"
          className={styles.input}
          aria-checked={values.length === 0}
          checked={values.length === 0}
          onChange={() => onValuesChange([])}
        />
        {none}
      </label>
      {options.map(({ value, content }) => (
        <label key={value} className={styles.item}>
          <input
            type="checkbox"
            role="switch"
            className={styles.input}
            aria-checked={values.includes(value)}
            checked={values.includes(value)}
            onChange={() => toggle(value)}
          />
          {content}
        </label>
      ))}
    </fieldset>
  )
}
