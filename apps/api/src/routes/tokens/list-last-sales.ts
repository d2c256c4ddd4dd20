import { listLastSales } from '@opal/contract/listings'
import { readLastSales } from '@opal/store/queries/activity/activities'
import { defineRoute } from '../../http/route.ts'
import { toTextOrNull } from '../../present/text.ts'

export const listLastSalesRoute = defineRoute(listLastSales, async ({ store }, { body }) => {
  const sales = new Map((await readLastSales(store, body)).map((sale) => [sale.tokenDataId, sale]))
  return {
    data: body.map((tokenDataId) => ({
      tokenDataId,
      lastSalePrice: toTextOrNull(sales.get(tokenDataId)?.priceOctas ?? null),
      lastSaleAtMicros: toTextOrNull(sales.get(tokenDataId)?.atMicros ?? null),
    })),
  }
})
