import type { Address } from '@opal/domain/address'
import type { PoolChange } from '@opal/domain/market-event'
import type { Store } from '../../driver/connection.ts'
import type { IndexedTransaction } from '../batch.ts'
import { address, eventBase, indexed, timeOf } from './market-story.ts'

export const [ANNA, BEN] = [address('f0'), address('f1')]

/** A bid on a collection that a pool pays. */
export interface Offer {
  readonly id: Address
  readonly buyer: Address
  readonly price: bigint
  readonly wanted: bigint
  readonly expiresAtSeconds: bigint
  readonly collection: Address
}

/** Returns a transaction that places offers. */
export function placing(version: bigint, offers: readonly Offer[]): IndexedTransaction {
  const placed = offers.map(({ id, buyer, price, wanted, expiresAtSeconds, collection }, index) => {
    const base = eventBase(version, index, price)
    return {
      ...base,
      kind: 'pool-offer-placed' as const,
      offerId: id,
      buyer,
      tokenAmount: wanted,
      expiresAtSeconds,
      setRoot: null,
      collection: { ...base.collection, collectionId: collection },
    }
  })
  return indexed(version, placed)
}

/** Returns a transaction after which a pool holds so much. */
export function holding(version: bigint, wallet: Address, balanceOctas: bigint): IndexedTransaction {
  const change: PoolChange = {
    marketplace: 'opal',
    version,
    eventIndex: 0,
    atMicros: timeOf(version),
    kind: 'deposit',
    wallet,
    amountOctas: 1n,
    balanceOctas,
  }
  return { ...indexed(version, []), pools: [change] }
}

/** Reads how many items each offer still counts for, and whether it is valid, by its id. */
export async function rowsOf(store: Store): Promise<ReadonlyMap<string, string>> {
  const rows = await store.db
    .selectFrom('market.collection_offers')
    .select(['offer_id', 'remaining_amount', 'validity'])
    .execute()
  return new Map(rows.map((row) => [row.offer_id, `${row.remaining_amount} ${row.validity}`]))
}

/** Reads the top bid of each collection. */
export async function topBids(store: Store): Promise<ReadonlyMap<string, bigint | null>> {
  const rows = await store.db.selectFrom('market.collection_stats').select(['collection_id', 'top_bid_octas']).execute()
  return new Map(rows.map((row) => [row.collection_id, row.top_bid_octas]))
}

const FAR = 4_000_000_000n
/** More offers of one bidder than are computed again in one batch, each for a collection of its own. */
export const MANY: readonly Offer[] = Array.from({ length: 120 }, (_, at) => offerOf(at, BEN, BigInt(at + 1)))

/** Returns an offer on a collection of its own. */
export function offerOf(at: number, buyer: Address, price: bigint): Offer {
  const [id, collection] = [address(`b${at.toString(16)}`), address(`c${at.toString(16)}`)]
  return { id, buyer, price, wanted: 2n, expiresAtSeconds: FAR, collection }
}
