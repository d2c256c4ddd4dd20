import { setImmediate } from 'node:timers/promises'
import { parseTransaction } from '@opal/chain/parse-transaction'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import { decodeMarketEvents } from '@opal/marketplaces/decode-market-events'
import type { Venue } from '../market/step-of.ts'

/** An offer that was placed; it may be gone by now. */
export interface SeenOffer {
  readonly offerId: Address
  readonly bidder: Address
  readonly priceOctas: bigint
  readonly collectionId: Address
  /** The token it is for, or null. */
  readonly tokenDataId: Address | null
}

/** How far back offers are looked for when the program starts. */
const LOOK_BACK = 4_000n
const VERSIONS_PER_BREATH = 50n

/** Remembers which offers were placed, by whomever, so that somebody can accept them. */
export class OfferWatch {
  readonly #ledger: Ledger
  readonly #venue: Venue
  readonly #seen = new Map<Address, SeenOffer>()
  #next: bigint

  constructor(ledger: Ledger, venue: Venue) {
    this.#ledger = ledger
    this.#venue = venue
    this.#next = ledger.head.version > LOOK_BACK ? ledger.head.version - LOOK_BACK : 0n
  }

  /** Reads on to the head of the chain. */
  async catchUp(): Promise<void> {
    while (this.#next <= this.#ledger.head.version) {
      this.#read(this.#next)
      this.#next += 1n
      if (this.#next % VERSIONS_PER_BREATH === 0n) await setImmediate()
    }
  }

  /** Offers of a collection that were placed and not yet found gone. */
  of(collectionId: Address): readonly SeenOffer[] {
    return [...this.#seen.values()].filter((offer) => offer.collectionId === collectionId)
  }

  /** An offer that is no longer on the chain need not be asked about again. */
  forget(offerId: Address): void {
    this.#seen.delete(offerId)
  }

  #read(version: bigint): void {
    const transaction = this.#ledger.transactionByVersion(version)
    if (transaction?.user === undefined) return
    for (const event of decodeMarketEvents(parseTransaction(transaction), [this.#venue]).events) this.#note(event)
  }

  #note(event: MarketEvent): void {
    if (event.kind !== 'collection-offer-placed' && event.kind !== 'token-offer-placed') return
    const { collectionId } = event.collection
    if (collectionId === null) return
    const tokenDataId = event.kind === 'token-offer-placed' ? event.token.tokenDataId : null
    const offerId = event.offerId as Address
    this.#seen.set(offerId, { offerId, bidder: event.buyer, priceOctas: event.priceOctas, collectionId, tokenDataId })
  }
}
