import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style' | 'aria-label'> {
  /** Accessible name, also shown on hover. */
  label: string
  size?: 'sm' | 'md'
  /** Shows a toggle as on. The label says what a press does and thereby the state; `aria-pressed` would announce it twice. */
  on?: boolean
}

/**
 * A square button with an icon and no text. A button that a press makes unavailable gets `aria-disabled` and ignores further
 * presses: `disabled` would lose the focus.
 */
export function IconButton({ label, size = 'md', on = false, children, title, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-size={size}
      data-on={on || undefined}
      aria-label={label}
      title={title ?? label}
    >
      {children}
    </button>
  )
}
