import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Sheet } from '@opal/ui/overlays/sheet'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useMarketplace } from '../../app/site.tsx'
import { addToCart, takeFromCart } from '../../entities/order/cart.ts'
import type { TradeToken } from '../../entities/order/trade-request.ts'
import { listedEditionLabel } from '../../entities/token/edition.ts'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { Price } from '../../shared/components/price.tsx'
import { TotalPrice } from '../../shared/components/total-price.tsx'
import { formatApt } from '../../shared/format/apt.ts'
import { formatCounted } from '../../shared/format/number.ts'
import type { CartLine } from './cart-line.ts'
import styles from './cart-sheet.module.css'
import { useCartOrder } from './use-cart-order.ts'

const NONE: readonly TradeToken[] = []

/** The cart's content at current prices, with a button that buys it; once it is cleared, with one that brings it back. */
export default function CartSheet({ onClose }: { onClose(): void }) {
  const { lines, count, items, total, buy, clear } = useCartOrder()
  const [cleared, setCleared] = useState(NONE)
  const restore = () => {
    addToCart(cleared)
    setCleared(NONE)
  }
  const closeAndBuy = () => {
    onClose()
    buy()
  }
  return (
    <Sheet
      open
      side="right"
      onOpenChange={(open) => !open && onClose()}
      title="Cart"
      footer={
        lines.length === 0 ? undefined : (
          <div className={styles.footer}>
            {count > 0 && (
              <p className={styles.total}>
                Total <TotalPrice octas={total} />
              </p>
            )}
            <div className={styles.buttons}>
              <Button onClick={() => setCleared(clear())}>Clear</Button>
              {count > 0 && (
                <Button variant="primary" wide onClick={closeAndBuy}>
                  Buy {items}
                </Button>
              )}
            </div>
          </div>
        )
      }
    >
      {lines.length === 0 ? (
        <EmptyState
          title="Your cart is empty"
          reason="Add items with the cart button on any card."
          action={
            cleared.length > 0 && <Button onClick={restore}>Put {formatCounted(cleared.length, 'item')} back</Button>
          }
        />
      ) : (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <Line key={line.token.tokenDataId} line={line} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function Line({ line }: { line: CartLine }) {
  const { token, reason, priceBefore } = line
  const marketplace = useMarketplace(token.marketplace)
  return (
    <li className={styles.line} data-refused={reason !== null || undefined}>
      <span className={styles.art}>
        <ResponsiveImage src={token.image} alt={token.name} width={48} decorative />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{token.name}</p>
        <p className={styles.place}>
          {reason ??
            [token.collectionName, listedEditionLabel(token), marketplace?.displayName].filter(Boolean).join(' · ')}
        </p>
        {priceBefore !== null && reason === null && (
          <p className={styles.changed}>It was {formatApt(priceBefore)} APT when you added it.</p>
        )}
      </div>
      <span className={styles.price}>
        <Price octas={reason === null ? token.listedPrice : null} exact />
      </span>
      <IconButton label={`Remove from cart: ${token.name}`} size="sm" onClick={() => takeFromCart([token.tokenDataId])}>
        <X />
      </IconButton>
    </li>
  )
}
