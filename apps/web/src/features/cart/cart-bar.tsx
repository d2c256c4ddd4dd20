import { Button } from '@opal/ui/controls/button'
import { cart } from '../../entities/order/cart.ts'
import { Price } from '../../shared/components/price.tsx'
import { formatCounted } from '../../shared/format/number.ts'
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
        {formatCounted(lines.length, 'item')} selected
        {goneLabel(gone, lines.length)}
        {count > 0 && (
          <span className={styles.total}>
            <Price octas={total} />
          </span>
        )}
      </p>
      <Button onClick={clear}>Clear</Button>
      {count > 0 && (
        <Button variant="primary" onClick={buy}>
          Buy {items}
        </Button>
      )}
    </section>
  )
}

/** Says how many of the selected items are not for sale; null for none. */
function goneLabel(gone: number, selected: number): string | null {
  if (gone === 0) return null
  if (gone < selected) return `, ${gone} not for sale`
  return selected === 1 ? ', not for sale' : ', none for sale'
}
