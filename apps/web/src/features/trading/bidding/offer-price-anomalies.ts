import { anomalySentence, offerAnomaly } from '../price-guard/price-anomalies.ts'
import type { NamedAnomaly } from '../price-guard/use-price-anomalies.ts'

/** What an offer can be held against. Octas; null where there is none. */
export interface OfferReferences {
  readonly floor: string | null
  readonly lastSale: string | null
  readonly topBid: string | null
}

/** An offer far above everything known where nothing is for sale; below a floor it is bounded by that. */
export function offerAnomalies(
  name: string,
  octas: bigint | null,
  references: OfferReferences,
): readonly NamedAnomaly[] {
  const { floor, lastSale, topBid } = references
  if (octas === null || floor !== null) return []
  const anomaly = offerAnomaly(
    octas,
    lastSale === null ? null : BigInt(lastSale),
    topBid === null ? null : BigInt(topBid),
  )
  return anomaly === null ? [] : [{ name, octas, sentence: anomalySentence('offer', name, octas, anomaly) }]
}
