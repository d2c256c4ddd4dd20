import { Button } from '@opal/ui/controls/button'
import { showToast } from '@opal/ui/feedback/show-toast'
import { useState } from 'react'
import { addToCart, cart } from '../../entities/order/cart.ts'
import { Price } from '../../shared/components/price.tsx'
import { formatCounted } from '../../shared/format/number.ts'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './cart-bar.module.css'
import { useCartOrder } from './use-cart-order.ts'

export interface CartBarProps {
  /** The collection whose page has it. */
  collectionId: string
}

/**
 * Shows the cart's count, its total at current prices, and the button that buys it; nothing for an empty cart, nor where all that it has is of other
 * collections and sold: the header counts it still. Every change of the count is announced.
 */
export default function CartBar({ collectionId }: CartBarProps) {
  const { length } = useStore(cart)
  const hasChanged = useCountChanged()
  return (
    <>
      {/* Only a change within an element that is there already is read out. */}
      <p className={styles.said} role="status">
        {hasChanged && (length === 0 ? 'The cart is empty' : `${formatCounted(length, 'item')} in the cart`)}
      </p>
      {length > 0 && <Bar collectionId={collectionId} />}
    </>
  )
}

/** Returns whether the number of items has changed since this is on the page. That a stored cart was loaded is no change. */
function useCountChanged(): boolean {
  const tokens = useStore(cart)
  const [before, setBefore] = useState(tokens)
  const [hasChanged, setChanged] = useState(false)
  if (tokens !== before) {
    setBefore(tokens)
    if (before !== cart.initial && before.length !== tokens.length) setChanged(true)
  }
  return hasChanged
}

function Bar({ collectionId }: CartBarProps) {
  const { lines, count, items, total, buy, clear } = useCartOrder()
  if (count === 0 && !lines.some(({ token }) => token.collectionId === collectionId)) return null
  const gone = lines.length - count
  const clearWithUndo = () => {
    const before = clear()
    void showToast('Cart cleared.', 'info', { label: 'Undo', onPress: () => addToCart(before) })
  }
  return (
    <section className={styles.bar} aria-label="Selected items" data-cart-bar="">
      <p className={styles.words}>
        {formatCounted(lines.length, 'item')} selected
        {goneLabel(gone, lines.length)}
        {count > 0 && (
          <span className={styles.total}>
            <Price octas={total} />
          </span>
        )}
      </p>
      <p className={styles.said} role="status">
        {goneLabel(gone, lines.length)?.slice(2)}
      </p>
      <Button onClick={clearWithUndo}>Clear</Button>
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
