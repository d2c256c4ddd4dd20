import type { TradeItem } from '@opal/contract/trading/trade'
import { formatAptExact } from '../../../shared/format/apt.ts'
import type { NamedAnomaly } from './use-price-anomalies.ts'

/** An item that is sold or listed, as it is answered. */
type SoldItem = Pick<TradeItem, 'tokenDataId' | 'name' | 'priceOctas' | 'sellerOctas' | 'reason'>

/**
 * Returns an anomaly for each item that brings its seller at most half of its price: a creator may raise the royalty to all of it at any time,
 * while the price stays what it was.
 */
export function proceedsAnomalies(items: readonly SoldItem[]): readonly NamedAnomaly[] {
  return items.flatMap(({ tokenDataId, name, priceOctas, sellerOctas, reason }) => {
    if (reason !== null || priceOctas === null || sellerOctas === null) return []
    const [price, octas] = [BigInt(priceOctas), BigInt(sellerOctas)]
    if (price === 0n || octas * 2n > price) return []
    const named = name ?? 'This item'
    const sentence = `${named} at ${formatAptExact(price)} brings you ${formatAptExact(octas)}: fee and royalty take the rest.`
    return [{ tokenDataId, name: named, octas, lossOctas: price - octas, sentence }]
  })
}
