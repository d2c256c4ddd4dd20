import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  title: string
  /** Why there is nothing. */
  reason?: ReactNode
  /** A button or link to continue with. */
  action?: ReactNode
  icon?: ReactNode
}

/** A message for a view without content. */
export function EmptyState({ title, reason, action, icon }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon}
      <p className={styles.title}>{title}</p>
      {reason !== undefined && <p className={styles.reason}>{reason}</p>}
      {action}
    </div>
  )
}
