import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** `primary` is the one accented action of a view. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  /** The action is running: the button keeps its width, shows a spinner and ignores clicks. */
  busy?: boolean
  /** As wide as its container. */
  wide?: boolean
  icon?: ReactNode
}

/** A button with a text label. For icons see IconButton. */
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
      // Not disabled: a disabled button would lose the focus while its action runs.
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? ignoreClick : onClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

/** Ignores a click, including the submission of a form. */
function ignoreClick(event: MouseEvent): void {
  event.preventDefault()
}
