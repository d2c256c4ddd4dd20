import { formatApt, toOctas } from '../../../shared/format/apt.ts'
import { anomalySentence, boundsOffers, offerAnomaly } from '../price-guard/price-anomalies.ts'
import type { NamedAnomaly } from '../price-guard/use-price-anomalies.ts'

/** Reference prices of an offer in octas; null where there is none. */
export interface OfferReferences {
  readonly floor: string | null
  readonly lastSale: string | null
  readonly topBid: string | null
}

/** Returns the anomaly of an offer far above all references. None where a floor limits the offer. */
export function offerAnomalies(
  name: string,
  octas: bigint | null,
  references: OfferReferences,
): readonly NamedAnomaly[] {
  const [floor, lastSale, topBid] = [
    toOctas(references.floor),
    toOctas(references.lastSale),
    toOctas(references.topBid),
  ]
  if (octas === null || boundsOffers(floor, lastSale, topBid)) return []
  const anomaly = offerAnomaly(octas, lastSale, topBid)
  return anomaly === null ? [] : [{ name, octas, sentence: anomalySentence('offer', name, octas, anomaly) }]
}

/** Returns the anomaly of an offer at or above the floor, which only rare tokens are worth. */
export function aboveFloorAnomaly(name: string, octas: bigint, floor: bigint): NamedAnomaly {
  return { name, octas, sentence: `The floor is ${formatApt(floor)} APT. You’re bidding above it for this item.` }
}
