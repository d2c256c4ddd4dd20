import { offerSlip, slipSentence } from '../price-guard/price-anomalies.ts'
import type { NamedSlip } from '../price-guard/use-price-anomalies.ts'

/** What an offer can be held against. Octas; null where there is none. */
export interface OfferReferences {
  readonly floor: string | null
  readonly lastSale: string | null
  readonly topBid: string | null
}

/** An offer far above everything known where nothing is for sale; below a floor it is bounded by that. */
export function offerSlips(name: string, octas: bigint | null, references: OfferReferences): readonly NamedSlip[] {
  const { floor, lastSale, topBid } = references
  if (octas === null || floor !== null) return []
  const slip = offerSlip(octas, lastSale === null ? null : BigInt(lastSale), topBid === null ? null : BigInt(topBid))
  return slip === null ? [] : [{ name, octas, sentence: slipSentence('offer', name, octas, slip) }]
}
