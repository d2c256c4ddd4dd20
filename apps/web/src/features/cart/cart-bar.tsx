import { Button } from '@opal/ui/controls/button'
import { cart } from '../../entities/order/cart.ts'
import { Price } from '../../shared/components/price.tsx'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './cart-bar.module.css'
import { useCartOrder } from './use-cart-order.ts'

/** Shows the cart's count, its total at current prices, and the button that buys it; renders nothing for an empty cart. */
export default function CartBar() {
  return useStore(cart).length === 0 ? null : <Bar />
}

function Bar() {
  const { lines, count, items, total, buy, clear } = useCartOrder()
  const gone = lines.length - count
  return (
    <section className={styles.bar} aria-label="Selected items" data-cart-bar="">
      <p className={styles.words} role="status">
        {lines.length === 1 ? '1 item' : `${lines.length} items`} selected
        {gone > 0 && `, ${gone} not for sale`}
        <span className={styles.total}>
          <Price octas={total} />
        </span>
      </p>
      <Button onClick={clear}>Clear</Button>
      <Button variant="primary" disabled={count === 0} onClick={buy}>
        Buy {items}
      </Button>
    </section>
  )
}
