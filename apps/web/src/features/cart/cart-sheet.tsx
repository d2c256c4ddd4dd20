import { ApiError } from '@opal/contract/http/api-error'
import { getToken, type TokenDetail } from '@opal/contract/tokens'
import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Sheet } from '@opal/ui/overlays/sheet'
import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { openTrade } from '../../app/commands.ts'
import { useMarketplace, useSite } from '../../app/site.tsx'
import { cart, takeFromCart } from '../../entities/order/cart.ts'
import type { TradeToken } from '../../entities/order/trade-request.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatApt } from '../../shared/format/apt.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { type CartLine, cartLine } from './cart-line.ts'
import styles from './cart-sheet.module.css'

/** The cart's content at current prices, with a button that buys it. */
export default function CartSheet({ onClose }: { onClose(): void }) {
  const tokens = useStore(cart)
  const { address } = useStore(walletSession)
  const lines = useFreshCart(tokens, address)
  const buyable = lines.filter(({ trouble }) => trouble === null).map(({ token }) => token)
  const total = buyable.reduce((sum, { listedPrice }) => sum + BigInt(listedPrice ?? 0), 0n)
  const buy = () => {
    onClose()
    openTrade({
      kind: 'buy-cart',
      tokens: buyable,
      // Bought tokens and those that were gone both leave the cart.
      onSettled: (outcome) => outcome === 'confirmed' && takeFromCart(buyable.map(({ tokenDataId }) => tokenDataId)),
    })
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
            <p className={styles.total}>
              Total <Price octas={total} exact />
            </p>
            <div className={styles.buttons}>
              <Button onClick={() => takeFromCart(tokens.map(({ tokenDataId }) => tokenDataId))}>Clear</Button>
              <Button variant="primary" wide disabled={buyable.length === 0} onClick={buy}>
                {buyable.length === 1 ? 'Buy 1 item' : `Buy ${buyable.length} items`}
              </Button>
            </div>
          </div>
        )
      }
    >
      {lines.length === 0 ? (
        <EmptyState title="Your cart is empty" reason="Add items with the cart button on any card." />
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
  const { token, trouble, priceBefore } = line
  const marketplace = useMarketplace(token.marketplace)
  return (
    <li className={styles.line} data-trouble={trouble !== null || undefined}>
      <span className={styles.art}>
        <ResponsiveImage src={token.image} alt={token.name} width={48} decorative />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{token.name}</p>
        <p className={styles.place}>
          {trouble ?? [token.collectionName, marketplace?.displayName].filter(Boolean).join(' · ')}
        </p>
        {priceBefore !== null && trouble === null && (
          <p className={styles.changed}>It was {formatApt(priceBefore)} APT when you put it in.</p>
        )}
      </div>
      <span className={styles.price}>
        <Price octas={trouble === null ? token.listedPrice : null} exact />
      </span>
      <IconButton label={`Remove from cart: ${token.name}`} size="sm" onClick={() => takeFromCart([token.tokenDataId])}>
        <X />
      </IconButton>
    </li>
  )
}

/** Returns the lines of the cart with current listings. */
export function useFreshCart(tokens: readonly TradeToken[], viewer: string | null): readonly CartLine[] {
  const { api, marketplaces } = useSite()
  const queries = useQueries({
    queries: tokens.map(({ tokenDataId }) => ({
      queryKey: ['token', tokenDataId],
      queryFn: () => orNull(api(getToken, { params: { id: tokenDataId } })),
    })),
  })
  return tokens.map((token, at) => cartLine(token, queries[at]?.data, viewer, marketplaces))
}

/** Returns null for a token that does not exist any more. */
async function orNull(request: Promise<TokenDetail>): Promise<TokenDetail | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
