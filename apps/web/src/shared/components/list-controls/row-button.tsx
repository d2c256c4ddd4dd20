import type { ReactNode } from 'react'
import styles from './row-button.module.css'

export interface RowButtonProps {
  /** Whether the row is the chosen one; absent where a press does something else than choose. */
  pressed?: boolean
  /** A lower row, for a single line of muted text. */
  quiet?: boolean
  onClick(): void
  children: ReactNode
}

/** Button over the whole row of a list. */
export function RowButton({ pressed, quiet = false, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      className={styles.row}
      data-quiet={quiet || undefined}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
