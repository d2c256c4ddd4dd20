import { TextField } from '@opal/ui/controls/text-field'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import styles from './typed-confirmation.module.css'

export interface TypedConfirmationProps {
  /** Why the price looks wrong. */
  children: ReactNode
  /** The amount in APT that must be typed, to the last octa; in any spelling that the fields of amounts take. */
  phrase: string
  /** The text typed so far. */
  text: string
  isConfirmed: boolean
  /** Its field. */
  input: RefObject<HTMLInputElement | null>
  onChange(text: string): void
}

/**
 * Asks for a typed confirmation of an unusual price. Takes the focus, unless the user is typing in another field. Enter says so where something
 * else is typed.
 */
export function TypedConfirmation({ children, phrase, text, isConfirmed, input, onChange }: TypedConfirmationProps) {
  const whyId = useId()
  const guard = useRef<HTMLDivElement>(null)
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    if (document.activeElement?.matches('input, textarea, select') !== true) input.current?.focus()
  }, [input])
  useEffect(() => {
    // In a low window the error below the field is out of view.
    if (isWrong && guard.current !== null) guard.current.scrollTop = guard.current.scrollHeight
  }, [isWrong])
  return (
    // biome-ignore lint/a11y/useSemanticElements: what scrolls in a fieldset is a box of the browser's own, which brings no label into view.
    <div
      ref={guard}
      className={styles.guard}
      role="group"
      aria-label="Confirm an unusual price"
      aria-describedby={whyId}
    >
      <p id={whyId} className={styles.why}>
        {children}
      </p>
      <TextField
        ref={input}
        label={`Type ${phrase} to continue`}
        value={text}
        error={isWrong ? `This isn’t ${phrase}.` : undefined}
        onKeyDown={({ key }) => key === 'Enter' && setWrong(!isConfirmed)}
        onChange={(event) => {
          setWrong(false)
          onChange(event.target.value)
        }}
      />
    </div>
  )
}
