import { useSite } from '../../app/site.tsx'
import CartBar from '../../features/cart/cart-bar.tsx'
import SweepBar, { type SweepBarProps } from '../../features/sweep/sweep-bar.tsx'
import { dockedBar } from '../../shared/hooks/docked-bar.ts'
import styles from './collection-dock.module.css'

/** The bars that buy from a collection's items, docked at the foot of the window. */
export default function CollectionDock(props: SweepBarProps) {
  const isPro = useSite().preferences.mode === 'pro'
  return (
    <div className={styles.dock} ref={dockedBar}>
      <CartBar collectionId={props.collection.collectionId} />
      {/* Number and limits are of one collection: another one begins without them. */}
      {isPro && <SweepBar key={props.collection.collectionId} {...props} />}
    </div>
  )
}
