import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ResponsiveImage, type ResponsiveImageProps } from '../../shared/components/image.tsx'
import styles from './item-line.module.css'

export interface ItemLineProps {
  name: string
  image: Pick<ResponsiveImageProps, 'src' | 'colour' | 'fallback'>
  /** Target of the name's link; null for plain text. */
  to?: string | null
  /** The link covers the whole row; other controls of the row must lie above it (`position: relative`). */
  spread?: boolean
  /** The link opens a dialog over the page: the scroll position stays. */
  stay?: boolean
  eager?: boolean
  /** A smaller image, for rows of one line. */
  small?: boolean
  /** Muted text after the name, such as a quantity. */
  trailing?: ReactNode
  /** A second, fainter line. */
  below?: ReactNode
  /**
   * On phones the name takes up to two lines, or the line below up to three, or both up to two, for which rows of 64 px have room; or
   * all of these, the name two and the line below three, in rows of 80 px.
   */
  wraps?: 'name' | 'below' | 'both' | 'all' | undefined
}

/** A name that ends in the number of its item. */
const NUMBERED = /^(.*\S)(\s*#\d+)$/s

/** A name that is cut where it has no room: before its number, which tells the items of a collection apart. */
function Cut({ name }: { name: string }) {
  const [, start, number] = NUMBERED.exec(name) ?? []
  if (number === undefined) return name
  return (
    <span className={styles.numbered}>
      <span className={styles.start}>{start}</span>
      <span className={styles.number}>{number}</span>
    </span>
  )
}

/** Image and name of an item in a row, with a second line below. */
export function ItemLine(props: ItemLineProps) {
  const { name, image, to = null, trailing, below } = props
  const { spread = false, stay = false, eager = false, small = false, wraps } = props
  return (
    <span className={styles.line} data-small={small || undefined}>
      <span className={styles.image}>
        <ResponsiveImage {...image} alt={name} width={small ? 28 : 40} eager={eager} decorative />
      </span>
      <span className={styles.words} data-wraps={wraps}>
        <span className={styles.first}>
          {to === null ? (
            <span className={styles.name} title={name} dir="auto">
              <Cut name={name} />
            </span>
          ) : (
            <Link
              to={to}
              preventScrollReset={stay}
              className={styles.name}
              data-row-link=""
              data-row-cover={spread || undefined}
              title={name}
              dir="auto"
            >
              <Cut name={name} />
            </Link>
          )}
          {trailing !== undefined && <span className={styles.trailing}>{trailing}</span>}
        </span>
        {below !== undefined && <span className={styles.below}>{below}</span>}
      </span>
    </span>
  )
}
