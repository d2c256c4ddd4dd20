import type { ReactNode } from 'react'
import styles from './tools-slot.module.css'

/** Reserves the space of tools that load after the first paint, so that the layout does not shift. */
export function ToolsPlace({ children }: { children: ReactNode }) {
  return <div className={styles.place}>{children}</div>
}
