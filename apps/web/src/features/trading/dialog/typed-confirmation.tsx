import { TextField } from '@opal/ui/controls/text-field'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './typed-confirmation.module.css'

export interface TypedConfirmationProps {
  /** Why the price looks wrong. */
  children: ReactNode
  /** The phrase that must be typed. */
  phrase: string
  onChange(isConfirmed: boolean): void
}

/** Asks for a typed confirmation of an unusual price. Takes the focus, unless the user is typing in another field. */
export function TypedConfirmation({ children, phrase, onChange }: TypedConfirmationProps) {
  const [text, setText] = useState('')
  const whyId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement?.matches('input, textarea, select') !== true) field.current?.focus()
  }, [])
  return (
    <fieldset className={styles.guard} aria-label="Confirm an unusual price" aria-describedby={whyId}>
      <p id={whyId} className={styles.why}>
        {children}
      </p>
      <TextField
        ref={field}
        label={`Type ${phrase} to go on`}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onChange(event.target.value.trim() === phrase)
        }}
      />
    </fieldset>
  )
}
