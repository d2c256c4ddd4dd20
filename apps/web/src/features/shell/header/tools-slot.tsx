import { FOCUS_REGION } from '@opal/ui/overlays/focus/focus-region'
import type { ReactNode } from 'react'
import styles from './tools-slot.module.css'

/**
 * Reserves the space of tools that load after the first paint, so that the layout does not shift. Keeps the focus there when the focused tool
 * disappears.
 */
export function ToolsPlace({ children }: { children: ReactNode }) {
  return (
    <div className={styles.place} {...FOCUS_REGION}>
      {children}
    </div>
  )
}
