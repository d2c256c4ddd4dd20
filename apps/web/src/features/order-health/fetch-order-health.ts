import type { ApiClient } from '@opal/contract/client'
import type { EndpointOutput } from '@opal/contract/http/endpoint'
import { buildCleanUp, listStaleOrders, type StaleOrder } from '@opal/contract/order-health'
import { listUserTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { checkLoyalty } from '@opal/contract/rewards'
import { buildRelist } from '@opal/contract/trading/selling'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { ChosenMove } from '../../entities/order/trade-request.ts'

/** @source docs/product/portfolio-and-pnl.md#page-sizes */
const RELIST_PAGE = 50

export type StaleOrders = EndpointOutput<typeof listStaleOrders>

/** @throws ApiError */
export function fetchStaleOrders(api: ApiClient, wallet: string, signal: AbortSignal): Promise<StaleOrders> {
  return api(listStaleOrders, { params: { wallet } }, { signal })
}

/** Builds the unsigned transaction that cancels orders of one marketplace. @throws ApiError */
export async function buildCleanUpTransaction(
  api: ApiClient,
  walletAddress: string,
  orders: readonly Pick<StaleOrder, 'kind' | 'marketplace' | 'orderId'>[],
): Promise<TradeAnswer> {
  const named = orders.map(({ kind, marketplace, orderId }) => ({ kind, marketplace, orderId }))
  const { transactions } = await api(buildCleanUp, { body: { walletAddress, orders: named } })
  const [answer] = transactions
  if (answer === undefined) throw new RangeError('The API answers one transaction for each marketplace that is named.')
  return answer
}

/** A wallet's loyalty, and what it lists elsewhere. */
export interface Loyalty {
  readonly points: 0 | 100
  readonly elsewhere: readonly PortfolioToken[]
}

/** @throws ApiError */
export async function fetchLoyalty(
  api: ApiClient,
  wallet: string,
  marketplaces: readonly string[],
  signal: AbortSignal,
): Promise<Loyalty> {
  const [{ loyaltyPoints }, { data }] = await Promise.all([
    api(checkLoyalty, { params: { walletAddress: wallet } }, { signal }),
    marketplaces.length === 0
      ? { data: [] }
      : api(
          listUserTokens,
          { params: { wallet }, query: { marketplace: [...marketplaces], take: RELIST_PAGE } },
          { signal },
        ),
  ])
  return { points: loyaltyPoints, elsewhere: data }
}

/** Builds the unsigned transaction that moves listings to the native marketplace. @throws ApiError */
export function buildRelistTransaction(
  api: ApiClient,
  walletAddress: string,
  items: readonly ChosenMove[],
): Promise<TradeAnswer> {
  return api(buildRelist, { body: { walletAddress, items: [...items] } })
}
