import { getToken } from '@opal/contract/endpoints/get-token'
import { useQueries } from '@tanstack/react-query'
import { useSite } from '../../lib/site.tsx'
import { type PriceSlip, purchaseSlip } from './price-guard.ts'
import { priceReferences } from './price-references.ts'
import type { TradeItemRow } from './trade-items.tsx'

/** A token that would be paid far more for than anything like it. */
export interface PurchaseSlip {
  readonly name: string
  readonly octas: bigint
  readonly slip: PriceSlip
}

export interface PurchaseSlips {
  readonly slips: readonly PurchaseSlip[]
  /** Not all is known yet to hold the prices against. */
  readonly isLooking: boolean
}

/** Holds the prices of what is bought against floor, trait floor and last sale of each token. */
export function usePurchaseSlips(
  rows: readonly Pick<TradeItemRow, 'key' | 'name' | 'price' | 'reason'>[],
): PurchaseSlips {
  const { api } = useSite()
  const details = useQueries({
    queries: rows.map(({ key }) => ({
      queryKey: ['token', key],
      queryFn: () => api(getToken, { params: { id: key } }),
    })),
  })
  const slips = rows.flatMap(({ name, price, reason }, at) => {
    const octas = price === null || reason !== null ? null : BigInt(price)
    const slip = octas === null ? null : purchaseSlip(octas, priceReferences(details[at]?.data))
    return octas === null || slip === null ? [] : [{ name, octas, slip }]
  })
  // What cannot be read holds nobody up.
  return { slips, isLooking: details.some(({ isPending, failureCount }) => isPending && failureCount === 0) }
}
