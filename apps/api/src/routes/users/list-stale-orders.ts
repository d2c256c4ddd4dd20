import { listStaleOrders, MAX_STALE_ORDERS } from '@opal/contract/order-health'
import { defineRoute } from '../../http/route.ts'
import { loadStaleOrders } from '../../hygiene/load-stale-orders.ts'

export const listStaleOrdersRoute = defineRoute(listStaleOrders, async (context, { params }) => {
  const { stale, checked, hasMore } = await loadStaleOrders(context, params.wallet)
  return { data: stale.slice(0, MAX_STALE_ORDERS), total: stale.length, checked, hasMore }
})
