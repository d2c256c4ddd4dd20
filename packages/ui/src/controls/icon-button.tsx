import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style' | 'aria-label'> {
  /** Accessible name, also shown on hover. */
  label: string
  size?: 'sm' | 'md'
  /** State of a toggle; undefined for other buttons. */
  pressed?: boolean
}

/**
 * A square button with an icon and no text. A button that a press makes unavailable gets `aria-disabled` and ignores further
 * presses: `disabled` would lose the focus.
 */
export function IconButton({ label, size = 'md', pressed, children, title, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-size={size}
      aria-label={label}
      aria-pressed={pressed}
      title={title ?? label}
    >
      {children}
    </button>
  )
}
