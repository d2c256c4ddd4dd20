import { TextField } from '@opal/ui/controls/text-field'
import { type ReactNode, useState } from 'react'
import styles from './typed-confirmation.module.css'

export interface TypedConfirmationProps {
  /** What looks wrong, in a sentence. */
  children: ReactNode
  /** What has to be typed. */
  phrase: string
  onChange(isConfirmed: boolean): void
}

/** A second look at what may be a slip of the finger: it goes on only when a phrase has been typed. */
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
