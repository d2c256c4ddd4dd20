import type { ReactNode } from 'react'
import styles from './badge.module.css'

export interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'positive' | 'negative' | 'warning'
  icon?: ReactNode
  title?: string
  children: ReactNode
}

/** A short status label. */
export function Badge({ tone = 'neutral', icon, title, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} title={title}>
      {icon}
      {children}
    </span>
  )
}
