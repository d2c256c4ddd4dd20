import { Skeleton } from '@opal/ui/feedback/skeleton'
import styles from './intro-band.module.css'

/** More than a wide window has room for. */
const SALES = 9

/** Placeholders of the size of sales. */
export function SaleTapeSkeleton() {
  return (
    <div className={styles.sales}>
      {Array.from({ length: SALES }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity but their position.
        <span key={index} className={styles.pending}>
          <Skeleton height="24px" />
        </span>
      ))}
    </div>
  )
}
