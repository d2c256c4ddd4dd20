import type { MouseEvent, ReactNode } from 'react'
import styles from './above-link.module.css'

/**
 * Lifts an element with a tooltip above the link that covers its card or row, so that it can be hovered. Forwards clicks to the
 * link.
 */
export function AboveLink({ children }: { children: ReactNode }) {
  return (
    // Keyboards and screen readers use the link itself.
    // biome-ignore lint/a11y/noStaticElementInteractions: it forwards clicks to the link below it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <span className={styles.above} onClick={pressLink}>
      {children}
    </span>
  )
}

/** Passes a click on to the link of the card or row around the element. For `onClick`. */
export function pressLink({ currentTarget, nativeEvent }: MouseEvent): void {
  const link = currentTarget.closest('article, tr')?.querySelector('a[href]')
  // Copies modifier keys, so that a click for a new tab opens one.
  link?.dispatchEvent(new window.MouseEvent('click', nativeEvent))
}
