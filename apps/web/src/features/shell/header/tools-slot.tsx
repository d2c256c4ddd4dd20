import type { ReactNode } from 'react'
import styles from './tools-slot.module.css'

/** Keeps the room of what comes into the bar after the first paint, so that nothing moves when it does. */
export function ToolsPlace({ children }: { children: ReactNode }) {
  return <div className={styles.place}>{children}</div>
}
