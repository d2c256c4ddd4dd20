import { TextField } from '@opal/ui/controls/text-field'
import { type ReactNode, useState } from 'react'
import styles from './typed-confirmation.module.css'

export interface TypedConfirmationProps {
  /** Why the price looks wrong. */
  children: ReactNode
  /** The phrase that must be typed. */
  phrase: string
  onChange(isConfirmed: boolean): void
}

/** Asks for a typed confirmation of an unusual price. */
export function TypedConfirmation({ children, phrase, onChange }: TypedConfirmationProps) {
  const [text, setText] = useState('')
  return (
    <fieldset className={styles.guard} aria-label="Confirm an unusual price">
      <p>{children}</p>
      <TextField
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
