import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { LotStateRow } from '../../schema/history.ts'
import { listingOfOwner } from '../orders/listing-of-owner.ts'
import { holdingKey, type PlaceFact, type WalletToken } from './holdings.ts'
import type { LaterBatch } from './later-holdings.ts'

/** The moment at which something of a holding is first known to have changed in a batch. */
interface Moment {
  readonly version: bigint
  readonly at_micros: bigint
}

/**
 * Reads what an address held when a listing at it became known, where that was not folded again as the seller's: it passes to the seller. From
 * then on the listing's tokens count as the seller's, so without this the address would keep them for ever, and the seller's amount would
 * become negative.
 * @param states of the holdings that go on from them.
 */
export async function readHandedOver(
  db: Executor,
  states: readonly LotStateRow[],
  batch: LaterBatch,
): Promise<readonly (PlaceFact & WalletToken)[]> {
  const listed = listedSince(batch)
  const given = states.filter((state) => listed.has(holdingKey(state)))
  if (given.length === 0) return []
  const sellers = await readSellers(db, given)
  const moments = firstChanges(batch, listed)
  return given.flatMap((state) => {
    const { wallet, token_data_id, property_version } = state
    const [amount, moment] = [state.held ?? 0n, moments.get(holdingKey(state))]
    const taking = sellers.get(holdingKey(state)) ?? []
    if (moment === undefined || taking.length === 0) return []
    const passed = { token_data_id, property_version, ...moment }
    return [
      ...(amount > 0n ? [{ ...passed, wallet, place: null, amount: 0n, before: amount }] : []),
      // Also an amount of zero: the seller continues from what the listing holds now, not from what it held at the last fold.
      ...taking.map(({ seller }) => ({ ...passed, wallet: seller, place: wallet, amount, before: null })),
    ]
  })
}

/** Returns the first event in the batch of each listing and token, by the holding that its address may have. */
function listedSince({ since, events }: LaterBatch): ReadonlyMap<string, Moment> {
  const first = new Map<string, Moment>()
  for (const { book, order_id: wallet, token_data_id, property_version, version, at_micros } of events) {
    if (book !== 'listing' || token_data_id === null || version < since) continue
    const key = holdingKey({ wallet, token_data_id, property_version })
    const known = first.get(key)
    if (known === undefined || version < known.version) first.set(key, { version, at_micros })
  }
  return first
}

/** Returns when the holdings first change in the batch: by an event of their listing, or by a write of their owner before it. */
function firstChanges({ transactions }: LaterBatch, listed: ReadonlyMap<string, Moment>): ReadonlyMap<string, Moment> {
  const first = new Map(listed)
  for (const { transaction, tokens } of transactions) {
    const { version, timestampMicros: at_micros } = transaction
    for (const { ownerAddress: wallet, tokenDataId: token_data_id, propertyVersionV1 } of tokens.ownerships) {
      const key = holdingKey({ wallet, token_data_id, property_version: propertyVersionV1 })
      const known = first.get(key)
      if (known !== undefined && version < known.version) first.set(key, { version, at_micros })
    }
  }
  return first
}

/** Reads the sellers of listings, by the holdings that their addresses may have. */
async function readSellers(db: Executor, given: readonly WalletToken[]) {
  const { rows } = await sql<WalletToken & { readonly seller: string }>`
    select distinct l.listing_id as wallet, l.token_data_id, l.property_version, l.seller
    from unnest(${[...new Set(given.map(({ wallet }) => wallet))]}::text[]) as k (wallet)
    cross join lateral ${listingOfOwner(sql`k.wallet`)} l`.execute(db)
  return Map.groupBy(rows, holdingKey)
}
