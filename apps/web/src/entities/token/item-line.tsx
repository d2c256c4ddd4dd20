import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ResponsiveImage, type ResponsiveImageProps } from '../../shared/components/image.tsx'
import styles from './item-line.module.css'

export interface ItemLineProps {
  name: string
  picture: Pick<ResponsiveImageProps, 'src' | 'colour' | 'fallback'>
  /** Where the name leads; null when it leads nowhere. */
  to?: string | null
  /** The link covers the whole row; what is pressed for itself lies above it (`position: relative`). */
  spread?: boolean
  /** It opens a dialog over this very page, which therefore stays where it is. */
  stay?: boolean
  eager?: boolean
  /** In muted ink after the name, such as how many there are. */
  beside?: ReactNode
  /** A second, fainter line. */
  below?: ReactNode
}

/** Picture and name of an item in a row, with what it belongs to below. */
export function ItemLine(props: ItemLineProps) {
  const { name, picture, to = null, spread = false, stay = false, eager = false, beside, below } = props
  return (
    <span className={styles.line}>
      <span className={styles.image}>
        <ResponsiveImage {...picture} alt={name} width={40} eager={eager} decorative />
      </span>
      <span className={styles.words}>
        <span className={styles.first}>
          {to === null ? (
            <span className={styles.name} title={name}>
              {name}
            </span>
          ) : (
            <Link
              to={to}
              preventScrollReset={stay}
              className={styles.name}
              data-row-link=""
              data-spread={spread || undefined}
              title={name}
            >
              {name}
            </Link>
          )}
          {beside !== undefined && <span className={styles.beside}>{beside}</span>}
        </span>
        {below !== undefined && <span className={styles.below}>{below}</span>}
      </span>
    </span>
  )
}
