import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  title: string
  /** Why there is nothing. */
  reason?: ReactNode
  /** One thing to do about it. */
  action?: ReactNode
  icon?: ReactNode
}

/** There is nothing to show, and that is all right. */
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
