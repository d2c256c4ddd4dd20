import { type ReactNode, useId } from 'react'
import styles from './segmented.module.css'
import { useChosen } from './use-chosen.ts'

export interface SegmentedProps<Value extends string> {
  /** Accessible name of the choice. */
  label: string
  value: Value
  /** @param shown what was chosen before: that may be newer than `value`, which its owner has yet to render. */
  onValueChange(value: Value, shown: Value): void
  size?: 'sm' | 'md'
  /** `label` is the accessible name of an option whose content is an icon. */
  options: readonly { readonly value: Value; readonly content: ReactNode; readonly label?: string }[]
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
  const [shown, choose] = useChosen(value, onValueChange)
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
            checked={option.value === shown}
            onChange={() => choose(option.value)}
          />
          {option.content}
        </label>
      ))}
    </fieldset>
  )
}
