import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './text-area.module.css'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'id'> {
  label: string
  hint?: ReactNode
}

/** A multi-line input with a label and an associated hint. */
export function TextArea({ label, hint, rows = 3, ...rest }: TextAreaProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea {...rest} id={id} rows={rows} className={styles.input} aria-describedby={hintId} />
      {hintId !== undefined && (
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  )
}
