import type { ApiClient } from '@opal/contract/client'
import type { QueryClient } from '@tanstack/react-query'
import { cartIds } from '../../../entities/order/marked-tokens.ts'
import { boughtQuery } from '../buying/bought-query.ts'
import { isPurchase, type Trade } from './pending-trades.ts'

/** Removes the items of a confirmed purchase from the cart, wherever they were bought. Items that the purchase left out stay. */
export async function takeBought(api: ApiClient, queryClient: QueryClient, trade: Trade): Promise<void> {
  const { id, tokenDataIds, walletAddress } = trade
  const inCart = tokenDataIds.filter((tokenDataId) => cartIds.get().has(tokenDataId))
  if (!isPurchase(trade) || inCart.length === 0) return
  const held =
    tokenDataIds.length === 1
      ? inCart
      : (await queryClient.fetchQuery(boughtQuery(api, id, tokenDataIds, walletAddress))).map((row) => row.tokenDataId)
  const { takeFromCart } = await import('../../../entities/order/cart.ts')
  takeFromCart(inCart.filter((tokenDataId) => held.includes(tokenDataId)))
}
