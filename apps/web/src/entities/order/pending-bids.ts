import { createStore } from '../../shared/hooks/store.ts'

/**
 * Keys of bids that a pending transaction of this browser cancels or fills: their buttons wait. Written by `features/trading`
 * only.
 */
export const pendingBids = createStore<ReadonlySet<string>>(new Set())

/** The fields that identify a bid. */
export interface NamedBid {
  readonly marketplace: string
  readonly offerId: string
  /** Whether it is a token offer; otherwise a collection offer. */
  readonly tokenBid: boolean
}

/** Returns a key of a bid that is unique over all marketplaces. */
export function bidKey({ marketplace, offerId, tokenBid }: NamedBid): string {
  return `${marketplace} ${offerId} ${tokenBid}`
}
