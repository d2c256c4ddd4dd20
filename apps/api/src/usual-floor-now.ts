import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import type { UsualFloorOptions } from '@opal/store/queries/orders/usual-floor'
import type { ApiContext } from './context.ts'

/** Returns what decides which listings make a usual floor now. @source docs/product/collections.md#usual-floor */
export function usualFloorNow({ nowMicros }: Pick<ApiContext, 'nowMicros'>): Omit<UsualFloorOptions, 'sellers'> {
  return { nowMicros: nowMicros(), leastOctas: MIN_PRICE_OCTAS }
}
