import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './text-field.module.css'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'style' | 'id' | 'size'> {
  label: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  /** Message about an invalid value. */
  error?: string | undefined
  hint?: ReactNode
  /** Before the text, such as a magnifying glass. */
  lead?: ReactNode
  /** After the text, such as a unit. */
  trail?: ReactNode
}

/** A single-line input with a label, and an associated hint or error. */
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
          data-autofocus={rest.autoFocus || undefined}
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
