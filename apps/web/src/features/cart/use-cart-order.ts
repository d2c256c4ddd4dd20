import { ApiError } from '@opal/contract/http/api-error'
import { getToken, type TokenDetail } from '@opal/contract/tokens'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { openTrade } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { cart, takeFromCart } from '../../entities/order/cart.ts'
import { cartIds } from '../../entities/order/marked-tokens.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { useThrottled } from '../../shared/hooks/use-throttled.ts'
import { refetchAfterChange } from '../../shared/realtime/refetch.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { type CartLine, cartLine } from './cart-line.ts'

/** Most items that are refetched in one go, and the shortest time between two of those, in milliseconds: anyone can bid on any of them without end. */
const [MAX_ITEMS, ITEMS_MS] = [10, 1_000]

/** The cart at current listings. */
export interface CartOrder {
  readonly lines: readonly CartLine[]
  /** Number of the lines that can be bought, as a label, and what they cost in octas. */
  readonly count: number
  readonly items: string
  readonly total: bigint
  /** Opens the dialog that buys them; once that is confirmed, they leave the cart. */
  buy(): void
  clear(): void
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
  useLiveItems()
  const lines = tokens.map((token, at) => cartLine(token, queries[at]?.data, address, marketplaces))
  const buyable = lines.filter(({ trouble }) => trouble === null).map(({ token }) => token)
  return {
    lines,
    count: buyable.length,
    items: buyable.length === 1 ? '1 item' : `${buyable.length} items`,
    total: buyable.reduce((sum, { listedPrice }) => sum + BigInt(listedPrice ?? 0), 0n),
    buy: () =>
      openTrade({
        kind: 'buy-cart',
        tokens: buyable,
        // Items that were sold or delisted first leave the cart too: the dialog named them.
        onSettled: (outcome) => outcome === 'confirmed' && takeFromCart(buyable.map(({ tokenDataId }) => tokenDataId)),
      }),
    clear: () => takeFromCart(tokens.map(({ tokenDataId }) => tokenDataId)),
  }
}

/** Refetches items to which something happened. */
function useLiveItems(): void {
  const queryClient = useQueryClient()
  const waiting = useRef(new Set<string>())
  const refetch = () => {
    for (const id of [...waiting.current].slice(0, MAX_ITEMS)) {
      waiting.current.delete(id)
      void refetchAfterChange(queryClient, { queryKey: ['token', id] })
    }
    if (waiting.current.size > 0) refetchSoon()
  }
  const refetchSoon = useThrottled(refetch, 0, ITEMS_MS)
  useLive({ room: 'activity_room' }, (message) => {
    const id = message.kind === 'activity' ? message.activity.tokenDataId : null
    if (id === null || !cartIds.get().has(id)) return
    waiting.current.add(id)
    refetchSoon()
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
