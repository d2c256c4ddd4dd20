import { Button } from '@opal/ui/controls/button'
import { openTrade } from '../../app/commands.ts'
import { cart, takeFromCart } from '../../entities/order/cart.ts'
import { Price } from '../../shared/components/price.tsx'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './cart-bar.module.css'

/** Shows the cart's count, its total at the prices seen, and the button that buys it; renders nothing for an empty cart. */
export default function CartBar() {
  const tokens = useStore(cart)
  if (tokens.length === 0) return null
  const total = tokens.reduce((sum, { listedPrice }) => sum + BigInt(listedPrice ?? 0), 0n)
  const ids = tokens.map(({ tokenDataId }) => tokenDataId)
  const items = tokens.length === 1 ? '1 item' : `${tokens.length} items`
  const buy = () =>
    openTrade({ kind: 'buy-cart', tokens, onSettled: (outcome) => outcome === 'confirmed' && takeFromCart(ids) })
  return (
    <section className={styles.bar} aria-label="Selected items">
      <p className={styles.words} role="status">
        {items} selected
        <span className={styles.total}>
          <Price octas={total} />
        </span>
      </p>
      <Button onClick={() => takeFromCart(ids)}>Clear</Button>
      <Button variant="primary" onClick={buy}>
        Buy {items}
      </Button>
    </section>
  )
}
