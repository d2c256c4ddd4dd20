import { Suspense, useEffect, useState } from 'react'
import { cart, openCart } from '../../entities/order/cart.ts'
import { CartIcon } from '../../entities/order/cart-icon.tsx'
import { lazyDialog } from '../../shared/components/lazy/lazy-dialog.tsx'
import { formatCounted } from '../../shared/format/number.ts'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './cart-host.module.css'

const CartSheet = lazyDialog(
  () => import('./cart-sheet.tsx'),
  ({ onClose }) => onClose(),
)

/** The cart button of the header, while the cart is not empty. Loads the stored cart. */
export default function CartHost() {
  const tokens = useStore(cart)
  const [isOpen, setOpen] = useState(false)
  useEffect(openCart, [])
  if (tokens.length === 0 && !isOpen) return null
  const label = formatCounted(tokens.length, 'item')
  return (
    <>
      <button type="button" className={styles.button} aria-label={`Cart, ${label}`} onClick={() => setOpen(true)}>
        <CartIcon />
        <span className={styles.count} aria-hidden="true">
          {tokens.length}
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CartSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
