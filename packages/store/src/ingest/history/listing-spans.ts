import { firstPlace } from '@opal/domain/first-place'
import type { ListingSpanRow, OwnershipEventRow } from '../../schema/history.ts'
import type { OrderEventRow } from '../../schema/orders.ts'
import { askedSpans, hasTerms } from '../orders/listing-terms.ts'

/** How far a listing was folded: until its first change. */
export interface FoldedUntil {
  readonly micros: bigint
  /** The span that was open then; null when the token could not be delivered. */
  readonly open: ListingSpanRow | null
}

/** A moment from which a listed token can be delivered or not, whether or not it could before. */
interface HoldingTurn {
  readonly micros: bigint
  readonly holds: boolean
}

/**
 * Computes the intervals in which anyone could buy a listing at a price while its token could be delivered, from its sorted events:
 * the listing held it, or the seller where the listing never did, and it was not frozen. Each placing begins one (a new price
 * ends the one before), each ending ends it. Skips intervals without length, and listings of unknown collection. A v1 listing has
 * its edition inside.
 * @param nowMicros the chain's clock: steps of a falling price and an expiry count as far as it has come.
 * @param owners every known write of the token's owners, sorted by version; none known: believed.
 * @param folded when the first event was folded already: then only the spans that were open, or began, since are returned, and of the writes
 * before only the last of each place are needed.
 */
export function toListingSpans(
  events: readonly OrderEventRow[],
  nowMicros: bigint,
  owners: readonly OwnershipEventRow[] = [],
  folded: FoldedUntil | null = null,
): readonly ListingSpanRow[] {
  const turns = new Map<string, readonly HoldingTurn[]>()
  return events.flatMap((event, index) => {
    const { action, collection_id, seller, at_micros } = event
    if (action !== 'placed' || collection_id === null || seller === null) return []
    const to_micros = events[index + 1]?.at_micros ?? null
    const row = {
      marketplace: event.marketplace,
      listing_id: event.order_id,
      from_micros: at_micros,
      placed_version: event.version,
      to_micros,
      collection_id,
      seller,
      price_octas: event.price_octas,
    }
    const asked = hasTerms(event) ? askedSpans(event, to_micros, nowMicros).map((span) => ({ ...row, ...span })) : [row]
    const before = index === 0 ? folded : null
    const reached = before === null ? asked : asked.filter((span) => (span.to_micros ?? before.micros) >= before.micros)
    if (event.token_standard === 'v1') return reached.flatMap(whole)
    const ofSeller = turns.get(seller) ?? holdingTurns(owners, seller, event.order_id)
    turns.set(seller, ofSeller)
    return reached.flatMap((span) => (before === null ? cut(span, ofSeller) : goOn(span, ofSeller, before)))
  })
}

/** Goes on with a span of an event that was folded already; one that begins later is new. */
function goOn(span: ListingSpanRow, turns: readonly HoldingTurn[], { micros, open }: FoldedUntil) {
  if (span.from_micros >= micros) return cut(span, turns)
  if (open === null) return cut({ ...span, from_micros: micros }, turns)
  return cut({ ...span, from_micros: open.from_micros }, turns, micros)
}

function whole(row: ListingSpanRow): readonly ListingSpanRow[] {
  return row.to_micros === row.from_micros ? [] : [row]
}

/** @param heldUntil moment until which the token is known to be there. */
function cut(
  row: ListingSpanRow,
  turns: readonly HoldingTurn[],
  heldUntil: bigint | null = null,
): readonly ListingSpanRow[] {
  const first = firstAfter(turns, heldUntil === null ? row.from_micros : heldUntil - 1n)
  const within = turns.slice(first, row.to_micros === null ? undefined : firstAfter(turns, row.to_micros - 1n))
  const holds = heldUntil !== null || (turns[first - 1]?.holds ?? true)
  const starts = changesOf([{ micros: row.from_micros, holds }, ...within])
  return starts.flatMap(({ micros, holds }, index) => {
    const to_micros = starts[index + 1]?.micros ?? row.to_micros
    return holds ? whole({ ...row, from_micros: micros, to_micros }) : []
  })
}

/** Returns the index of the first turn after a moment. A token may have turned, and its listing been repriced, very often. */
function firstAfter(turns: readonly HoldingTurn[], micros: bigint): number {
  return firstPlace(turns.length, (place) => (turns[place] as HoldingTurn).micros > micros)
}

/**
 * Finds whether a listing's token was there and free to move after each write, in order; of several writes at one moment the last counts.
 * A listing that has held the token keeps it: back with its seller, it cannot be delivered.
 */
function holdingTurns(owners: readonly OwnershipEventRow[], seller: string, listingId: string): readonly HoldingTurn[] {
  const wasHeldByListing = owners.some(({ owner_address }) => owner_address === listingId)
  const holder = wasHeldByListing ? listingId : seller
  const held = new Map<string, boolean>()
  const turns = new Map<bigint, boolean>()
  for (const { owner_address, storage_id, amount, at_micros, is_frozen } of owners) {
    if (owner_address === holder) held.set(storage_id, amount > 0n && !is_frozen)
    turns.set(at_micros, [...held.values()].includes(true))
  }
  return [...turns].map(([micros, holds]) => ({ micros, holds }))
}

function changesOf(turns: readonly HoldingTurn[]): readonly HoldingTurn[] {
  return turns.filter(({ holds }, index) => holds !== turns[index - 1]?.holds)
}
