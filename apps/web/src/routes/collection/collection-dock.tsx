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
      {/* The key resets the number and the limits for another collection. */}
      {isPro && <SweepBar key={props.collection.collectionId} {...props} />}
    </div>
  )
}
