import type { CSSProperties } from 'react'
import styles from './loyalty-dialog.module.css'

const SPARKS = 18
const COLOURS = ['var(--color-accent)', 'var(--color-positive)', 'var(--color-warning)'] as const

/** Congratulates at full loyalty, when everything is listed on the native marketplace. @source docs/product/rewards.md#full-loyalty */
export function Congratulation() {
  return (
    <p className={styles.congratulation} role="status">
      Congratulation!
      <span>All of your points count.</span>
      {Array.from({ length: SPARKS }, (_, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: sparks are all the same and never move.
          key={index}
          className={styles.spark}
          aria-hidden="true"
          style={
            {
              '--turn': `${(360 / SPARKS) * index}deg`,
              '--delay': `${(index % 3) * 90}ms`,
              background: COLOURS[index % COLOURS.length],
            } as CSSProperties
          }
        />
      ))}
    </p>
  )
}
