import { formatApt, toOctas } from '../../../shared/format/apt.ts'
import { anomalySentence, boundsOffers, offerAnomaly, usableReference } from '../price-guard/price-anomalies.ts'
import type { NamedAnomaly } from '../price-guard/use-price-anomalies.ts'

/** Reference prices of an offer in octas; null where there is none. */
export interface OfferReferences {
  readonly floor: string | null
  /** The floor below which an offer has to be. @source docs/product/bids.md#below-the-floor */
  readonly usualFloor: bigint | null
  readonly lastSale: string | null
  readonly topBid: string | null
}

/** Returns the anomaly of an offer at which an item is for sale now, or far above all references where no floor limits it. */
export function offerAnomalies(
  name: string,
  octas: bigint | null,
  references: OfferReferences,
): readonly NamedAnomaly[] {
  const { usualFloor } = references
  const [floor, lastSale, topBid] = [
    usableReference(toOctas(references.floor)),
    toOctas(references.lastSale),
    toOctas(references.topBid),
  ]
  if (octas === null) return []
  // At the usual floor and above it is refused.
  if (floor !== null && octas >= floor && (usualFloor === null || octas < usualFloor))
    return [
      {
        name,
        octas,
        sentence: `An item is for sale at ${formatApt(floor)} APT right now: buying it costs no more than this bid.`,
      },
    ]
  if (boundsOffers(usualFloor, lastSale, topBid)) return []
  const anomaly = offerAnomaly(octas, lastSale, topBid)
  return anomaly === null ? [] : [{ name, octas, sentence: anomalySentence('offer', name, octas, anomaly) }]
}

/** Returns the anomaly of an offer at or above the floor, which only rare tokens are worth. */
export function aboveFloorAnomaly(name: string, octas: bigint, floor: bigint): NamedAnomaly {
  return { name, octas, sentence: `The floor is ${formatApt(floor)} APT. You’re bidding above it for this item.` }
}
