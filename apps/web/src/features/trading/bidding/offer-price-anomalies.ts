import { formatApt, toOctas } from '../../../shared/format/apt.ts'
import {
  anomalySentence,
  boundsOffers,
  lossOf,
  offerAnomaly,
  type PriceAnomaly,
  usableReference,
} from '../price-guard/price-anomalies.ts'
import type { NamedAnomaly } from '../price-guard/use-price-anomalies.ts'

/** Reference prices of an offer in octas; null where there is none. */
export interface OfferReferences {
  /** Of others: what the bidder can buy at. */
  readonly floor: string | null
  /** The lowest price at which the bidder has an item for sale that fits; null, or absent, where it is not known to be below the floor. */
  readonly ownAsk?: string | null
  /** The floor below which an offer has to be. @source docs/product/bids.md#below-the-floor */
  readonly usualFloor: bigint | null
  /** Of the token, or of the collection that is bid on. */
  readonly lastSale: string | null
  /** Of any token of the collection: counts where the token that is bid on was never sold. */
  readonly collectionSale?: string | null
  /** Usual floor of the whole collection, where the floors above are those of a trait; absent otherwise. */
  readonly collectionFloor?: bigint | null
  readonly topBid: string | null
  /** Items that the bid is for; one unless it says otherwise. */
  readonly size?: number | null
}

/** Returns the anomaly of an offer at which an item is for sale now, one's own or another's, or far above all references where no floor limits it. */
export function offerAnomalies(
  name: string,
  octas: bigint | null,
  references: OfferReferences,
): readonly NamedAnomaly[] {
  const items = references.size ?? 1
  return anomaliesOfOne(name, octas, references).map((anomaly) => ({ ...anomaly, items }))
}

function anomaliesOfOne(name: string, octas: bigint | null, references: OfferReferences): readonly NamedAnomaly[] {
  const { usualFloor } = references
  const [floor, ownSale, topBid] = [
    usableReference(toOctas(references.floor)),
    usableReference(toOctas(references.lastSale)),
    toOctas(references.topBid),
  ]
  const lastSale = ownSale ?? toOctas(references.collectionSale ?? null)
  if (octas === null) return []
  const ownAsk = toOctas(references.ownAsk ?? null)
  if (ownAsk !== null && octas >= ownAsk && (usualFloor === null || octas < usualFloor))
    return [
      {
        name,
        octas,
        lossOctas: octas - ownAsk,
        sentence: `You have an item for sale at ${formatApt(ownAsk)} APT. Anyone could buy it and sell it into this bid.`,
      },
    ]
  // Bids at or above the usual floor are refused elsewhere.
  if (floor !== null && octas >= floor && (usualFloor === null || octas < usualFloor))
    return [
      {
        name,
        octas,
        lossOctas: octas - floor,
        sentence: `An item is for sale at ${formatApt(floor)} APT right now: buying it costs no more than this bid.`,
      },
    ]
  const asked = usableReference(references.collectionFloor ?? null)
  const isAsked = asked !== null && (lastSale === null || asked > lastSale)
  const known = isAsked ? asked : lastSale
  if (boundsOffers(usualFloor, known, topBid)) return []
  const anomaly = offerAnomaly(octas, known, topBid)
  if (anomaly === null) return []
  const reference = isAsked ? 'the usual floor' : ownSale === null ? 'the collection’s last sale' : 'the last sale'
  const named: PriceAnomaly = anomaly.reference === 'the last sale' ? { ...anomaly, reference } : anomaly
  const lossOctas = lossOf('offer', octas, named)
  return [{ name, octas, lossOctas, sentence: anomalySentence('offer', name, octas, named) }]
}

/** Returns the anomaly of an offer at or above the floor, which only rare tokens are worth. */
export function aboveFloorAnomaly(name: string, octas: bigint, floor: bigint): NamedAnomaly {
  const sentence = `The floor is ${formatApt(floor)} APT. You’re bidding above it for this item.`
  return { name, octas, lossOctas: octas - floor, sentence }
}
