import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** `primary` is the one accent action of a view; everything else stays quiet. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  /** Work is under way: the button keeps its width, shows a spinner and takes no clicks. */
  busy?: boolean
  /** As wide as its container. */
  wide?: boolean
  icon?: ReactNode
}

/** A button with words. For one without, see IconButton. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'md', busy = false, wide = false, icon, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      // Not disabled: a disabled button would lose the focus in the middle of what was asked of it.
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? refuse : onClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

/** Also keeps a form from being sent. */
function refuse(event: MouseEvent): void {
  event.preventDefault()
}
