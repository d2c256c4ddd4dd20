import { ApiError } from '@opal/contract/http/api-error'
import { getToken, type TokenDetail } from '@opal/contract/tokens'
import { sumOctas } from '@opal/domain/prices/octas'
import { showToast } from '@opal/ui/feedback/show-toast'
import { useQueries } from '@tanstack/react-query'
import { openTrade } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { cart, takeFromCart } from '../../entities/order/cart.ts'
import type { TradeToken } from '../../entities/order/trade-request.ts'
import { useTokenActivity } from '../../entities/token/use-token-activity.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { formatCounted } from '../../shared/format/number.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { type CartLine, cartLine } from './cart-line.ts'

/** The cart at current listings. */
export interface CartOrder {
  readonly lines: readonly CartLine[]
  /** Number of the lines that can be bought, as a label, and what they cost in octas. */
  readonly count: number
  readonly items: string
  readonly total: bigint
  /** Opens the dialog that buys them; once that is confirmed, all lines leave the cart but those that the transaction left out. */
  buy(): void
  /** Empties the cart. @returns what it held. */
  clear(): readonly TradeToken[]
}

/** Returns the cart at current listings, which follow live messages: stored prices may be days old. */
export function useCartOrder(): CartOrder {
  const { api, marketplaces } = useSite()
  const tokens = useStore(cart)
  const { address } = useStore(walletSession)
  const queries = useQueries({
    queries: tokens.map(({ tokenDataId }) => ({
      queryKey: ['token', tokenDataId],
      queryFn: () => orNull(api(getToken, { params: { id: tokenDataId } })),
    })),
  })
  useLiveItems(tokens)
  const lines = tokens.map((token, at) => cartLine(token, queries[at]?.data, address, marketplaces))
  const buyable = lines.filter(({ reason }) => reason === null).map(({ token }) => token)
  return {
    lines,
    count: buyable.length,
    items: formatCounted(buyable.length, 'item'),
    total: sumOctas(buyable.map(({ listedPrice }) => BigInt(listedPrice ?? 0))),
    buy: () =>
      openTrade({
        kind: 'buy-cart',
        tokens: buyable,
        // Items that were sold or delisted first leave the cart too: the dialog or the toast names them.
        onSettled: (outcome, { tokenDataIds }) => {
          if (outcome !== 'confirmed') return
          // Tokens that did not fit into the transaction, or cost more by then, stay in the cart.
          const left = new Set(buyable.map(({ tokenDataId }) => tokenDataId).filter((id) => !tokenDataIds.includes(id)))
          takeFromCart(tokens.map(({ tokenDataId }) => tokenDataId).filter((id) => !left.has(id)))
          if (lines.length > buyable.length) sayDropped(lines.length - buyable.length)
        },
      }),
    clear: () => {
      takeFromCart(tokens.map(({ tokenDataId }) => tokenDataId))
      return tokens
    },
  }
}

/** Says that items left the cart without being bought. */
function sayDropped(count: number): void {
  const what = count === 1 ? '1 item that wasn’t for sale was' : `${count} items that weren’t for sale were`
  void showToast(`${what} removed from your cart.`, 'info')
}

/** Refetches items to which something happened, or whose listings changed without an activity, as when one expires. */
function useLiveItems(tokens: readonly TradeToken[]): void {
  const refetch = useTokenActivity(tokens.map(({ tokenDataId }) => tokenDataId))
  useLive({ room: 'floor_room' }, (message) => {
    if (message.kind !== 'listings_change') return
    for (const { tokenDataId, collectionId } of tokens) if (collectionId === message.collectionId) refetch(tokenDataId)
  })
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
