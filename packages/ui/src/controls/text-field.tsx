import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './text-field.module.css'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'style' | 'id' | 'size'> {
  label: string
  /** The label is for screen readers only; the placeholder or the place says it to the eye. */
  hideLabel?: boolean
  /** What is wrong with the value, in words. */
  error?: string | undefined
  hint?: ReactNode
  /** Before the text, such as a magnifying glass. */
  lead?: ReactNode
  /** After the text, such as a unit. */
  trail?: ReactNode
}

/** One line of input with its label, hint and error tied to it. */
export function TextField({ label, hideLabel = false, error, hint, lead, trail, ...rest }: TextFieldProps) {
  const id = useId()
  const noteId = error !== undefined || hint !== undefined ? `${id}-note` : undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? styles.hidden : styles.label}>
        {label}
      </label>
      <span className={styles.box} data-invalid={error !== undefined || undefined}>
        {lead}
        <input
          autoComplete="off"
          {...rest}
          id={id}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={noteId}
        />
        {trail}
      </span>
      {noteId !== undefined && (
        <span
          id={noteId}
          className={error === undefined ? styles.hint : styles.error}
          role={error ? 'alert' : undefined}
        >
          {error ?? hint}
        </span>
      )}
    </div>
  )
}
