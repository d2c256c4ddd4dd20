import { setImmediate } from 'node:timers/promises'
import { parseTransaction } from '@opal/chain/transaction/parse-transaction'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import { DAY_MICROS } from '@opal/domain/time'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { LONGEST_OFFER_DAYS } from '../market/actions/decide.ts'
import type { DemoMarketplace } from '../market/demo-marketplaces.ts'
import type { CollectionMarket } from '../market/market-state.ts'

/** An offer that was placed; it may be gone by now. */
export interface SeenOffer {
  readonly offerId: Address
  readonly bidder: Address
  readonly priceOctas: bigint
  readonly marketplace: DemoMarketplace
  /** Null where the marketplace's events do not say it. */
  readonly collectionId: Address | null
  /** The token it is for, or null. */
  readonly tokenDataId: Address | null
}

const VERSIONS_PER_TURN = 50n

/** Reads of the chain. */
export type ReadLedger = Pick<Ledger, 'head' | 'transactionByVersion' | 'blockByHeight'>

/**
 * Tracks placed offers, so that a trader can accept them: from as long ago as the market's own offers
 * stay open.
 */
export class OfferWatch {
  readonly #ledger: ReadLedger
  readonly #marketplaces: readonly DemoMarketplace[]
  readonly #seen = new Map<Address, SeenOffer>()
  #next: bigint

  constructor(ledger: ReadLedger, marketplaces: readonly DemoMarketplace[]) {
    this.#ledger = ledger
    this.#marketplaces = marketplaces
    this.#next = firstVersionSince(ledger, ledger.head.timestampMicros - BigInt(LONGEST_OFFER_DAYS) * DAY_MICROS)
  }

  /** Reads on to the head of the chain. */
  async catchUp(): Promise<void> {
    while (this.#next <= this.#ledger.head.version) {
      this.#read(this.#next)
      this.#next += 1n
      if (this.#next % VERSIONS_PER_TURN === 0n) await setImmediate()
    }
  }

  /** Offers of a collection that were placed and not yet found gone. */
  of({ id, tokens }: Pick<CollectionMarket, 'id' | 'tokens'>): readonly SeenOffer[] {
    const own = new Set<string | null>(tokens.map(({ address }) => address))
    return [...this.#seen.values()].filter((offer) => offer.collectionId === id || own.has(offer.tokenDataId))
  }

  /** An offer that is no longer on the chain need not be asked about again. */
  delete(offerId: Address): void {
    this.#seen.delete(offerId)
  }

  #read(version: bigint): void {
    const transaction = this.#ledger.transactionByVersion(version)
    if (transaction?.user === undefined) return
    for (const event of decodeMarketEvents(parseTransaction(transaction), this.#marketplaces).events) this.#note(event)
  }

  #note(event: MarketEvent): void {
    if (event.kind !== 'collection-offer-placed' && event.kind !== 'token-offer-placed') return
    const marketplace = this.#marketplaces.find(({ adapter }) => adapter.id === event.marketplace)
    if (marketplace === undefined) return
    const { collectionId } = event.collection
    const tokenDataId = event.kind === 'token-offer-placed' ? event.token.tokenDataId : null
    const offerId = event.offerId as Address
    const { buyer: bidder, priceOctas } = event
    this.#seen.set(offerId, { offerId, marketplace, bidder, priceOctas, collectionId, tokenDataId })
  }
}

/** Returns the first version of the first block at or after a moment; that of the last block where all are earlier. */
function firstVersionSince(ledger: ReadLedger, micros: bigint): bigint {
  let { oldestBlockHeight: from, blockHeight: to } = ledger.head
  while (from < to) {
    const middle = (from + to) / 2n
    const block = ledger.blockByHeight(middle)
    if (block === null || block.timestampMicros < micros) from = middle + 1n
    else to = middle
  }
  return ledger.blockByHeight(to)?.firstVersion ?? 0n
}
