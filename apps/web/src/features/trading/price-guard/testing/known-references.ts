import { offerAnomalies as judgeOffers, type OfferReferences } from '../../bidding/offer-price-anomalies.ts'
import type { OthersReferences } from '../price-anomalies.ts'

/** No reference is known. */
export const NOTHING: OthersReferences = {
  floor: null,
  usualFloor: null,
  traitFloor: null,
  startingTraitFloor: null,
  lastSale: null,
  collectionSale: null,
}

/** Returns the anomalies of an offer where the usual floor is the current one. */
export function offerAnomalies(name: string, octas: bigint, known: Omit<OfferReferences, 'usualFloor'>) {
  return judgeOffers(name, octas, { ...known, usualFloor: known.floor === null ? null : BigInt(known.floor) })
}

/** Returns octas as the API writes them. */
export function textOf(octas: bigint | null): string | null {
  return octas === null ? null : String(octas)
}
