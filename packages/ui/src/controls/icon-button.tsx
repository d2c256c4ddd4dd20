import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style' | 'aria-label'> {
  /** What it does, in words: the accessible name, shown on hover too. */
  label: string
  size?: 'sm' | 'md'
  /** For toggles: is it on? */
  pressed?: boolean
}

/** A square button whose face is an icon. */
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
