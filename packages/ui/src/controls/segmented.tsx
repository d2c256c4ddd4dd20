import { type ReactNode, useId } from 'react'
import styles from './segmented.module.css'

export interface SegmentedProps<Value extends string> {
  /** Accessible name of the choice. */
  label: string
  value: Value
  onValueChange(value: Value): void
  /** `label` is the accessible name of an option whose content is an icon. */
  size?: 'sm' | 'md'
  options: readonly { readonly value: Value; readonly face: ReactNode; readonly label?: string }[]
}

/** A choice of one among a few options, all visible. Native radio buttons, with their keyboard handling. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  size = 'md',
  options,
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.group} data-size={size} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.item} title={option.label}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          {option.face}
        </label>
      ))}
    </fieldset>
  )
}

export interface SwitchesProps<Value extends string> {
  /** Accessible name of the choice. */
  label: string
  /** The options that are on. */
  values: readonly Value[]
  onValuesChange(values: readonly Value[]): void
  /** Label of the switch that is on while all others are off, and turns them off. */
  none: string
  options: readonly { readonly value: Value; readonly face: ReactNode }[]
}

/** A choice of any among a few options, all visible. Native checkboxes. */
export function Switches<Value extends string>({ label, values, onValuesChange, none, options }: SwitchesProps<Value>) {
  const flip = (value: Value) =>
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
      {options.map(({ value, face }) => (
        <label key={value} className={styles.item}>
          <input
            type="checkbox"
            role="switch"
            className={styles.input}
            aria-checked={values.includes(value)}
            checked={values.includes(value)}
            onChange={() => flip(value)}
          />
          {face}
        </label>
      ))}
    </fieldset>
  )
}
