import { type ReactNode, useEffect, useRef } from 'react'
import styles from './checkbox.module.css'

export interface CheckboxProps {
  /** Accessible name; shown only where `children` are given instead. */
  label: string
  /** `partial`: some of the items that it controls are checked. */
  checked: boolean | 'partial'
  onCheckedChange(checked: boolean, withShift: boolean): void
  /** Visible label. */
  children?: ReactNode
}

/** A checkbox with an indeterminate state. */
export function Checkbox({ label, checked, onCheckedChange, children }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  const withShift = useRef(false)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = checked === 'partial'
  }, [checked])
  return (
    <label className={styles.label}>
      <input
        ref={box}
        type="checkbox"
        className={styles.box}
        aria-label={children === undefined ? label : undefined}
        checked={checked === true}
        onClick={(event) => {
          withShift.current = event.shiftKey
        }}
        onChange={({ target }) => {
          onCheckedChange(target.checked, withShift.current)
          // The browser clears it with each press, even if the state does not change.
          target.indeterminate = checked === 'partial'
        }}
      />
      {children}
    </label>
  )
}
