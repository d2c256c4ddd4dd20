import type { MouseEvent, ReactNode } from 'react'
import styles from './above-link.module.css'

/**
 * Something with a hint, above the link that fills its card or row: the link would cover it, and nobody would ever see the hint. A
 * press on it is a press on the link.
 */
export function AboveLink({ children }: { children: ReactNode }) {
  return (
    // The link itself is there for keyboards and screen readers.
    // biome-ignore lint/a11y/noStaticElementInteractions: it passes on what the pointer does to the link below it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <span className={styles.above} onClick={pressLink}>
      {children}
    </span>
  )
}

function pressLink({ currentTarget, nativeEvent }: MouseEvent): void {
  const link = currentTarget.closest('article, tr')?.querySelector('a[href]')
  // With whatever keys are held: a new tab stays a new tab.
  link?.dispatchEvent(new window.MouseEvent('click', nativeEvent))
}
