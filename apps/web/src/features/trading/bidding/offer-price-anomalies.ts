import { formatApt, toOctas } from '../../../shared/format/apt.ts'
import { anomalySentence, boundsOffers, offerAnomaly, usableReference } from '../price-guard/price-anomalies.ts'
import type { NamedAnomaly } from '../price-guard/use-price-anomalies.ts'

/** Reference prices of an offer in octas; null where there is none. */
export interface OfferReferences {
  readonly floor: string | null
  /** The floor below which an offer has to be. @source docs/product/bids.md#below-the-floor */
  readonly usualFloor: bigint | null
  /** Of the token, or of the collection that is bid on. */
  readonly lastSale: string | null
  /** Of any token of the collection: counts where the token that is bid on was never sold. */
  /** Of others: what the bidder can buy at. */
  readonly collectionSale?: string | null
  /** The lowest price at which the bidder has an item for sale that fits; null, or absent, where it is not known to be below the floor. */
  readonly ownAsk?: string | null
  readonly topBid: string | null
}

/** Returns the anomaly of an offer at which an item is for sale now, one's own or another's, or far above all references where no floor limits it. */
export function offerAnomalies(
  name: string,
  octas: bigint | null,
  references: OfferReferences,
): readonly NamedAnomaly[] {
  const { usualFloor } = references
  const [floor, ownSale, topBid] = [
    usableReference(toOctas(references.floor)),
    usableReference(toOctas(references.lastSale)),
    toOctas(references.topBid),
  ]
  const lastSale = ownSale ?? toOctas(references.collectionSale ?? null)
  if (octas === null) return []
  // At the usual floor and above it is refused.
  if (floor !== null && octas >= floor && (usualFloor === null || octas < usualFloor))
    return [
      {
        name,
        octas,
        sentence: `An item is for sale at ${formatApt(floor)} APT right now: buying it costs no more than this bid.`,
      },
  const ownAsk = toOctas(references.ownAsk ?? null)
  if (ownAsk !== null && octas >= ownAsk && (usualFloor === null || octas < usualFloor))
    return [
      {
        name,
        octas,
        sentence: `You have an item for sale at ${formatApt(ownAsk)} APT. Anyone could buy it and sell it into this bid.`,
      },
    ]
    ]
  if (boundsOffers(usualFloor, lastSale, topBid)) return []
  const anomaly = offerAnomaly(octas, lastSale, topBid)
  if (anomaly === null) return []
  const isOfCollection = ownSale === null && anomaly.reference === 'the last sale'
  const named = isOfCollection ? { ...anomaly, reference: 'the collection’s last sale' as const } : anomaly
  return [{ name, octas, sentence: anomalySentence('offer', name, octas, named) }]
}

/** Returns the anomaly of an offer at or above the floor, which only rare tokens are worth. */
export function aboveFloorAnomaly(name: string, octas: bigint, floor: bigint): NamedAnomaly {
  return { name, octas, sentence: `The floor is ${formatApt(floor)} APT. You’re bidding above it for this item.` }
}
