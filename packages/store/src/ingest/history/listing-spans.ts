import type { ListingSpanRow } from '../../tables/listing-spans.ts'
import type { OrderEventRow } from '../../tables/order-events.ts'
import type { OwnershipEventRow } from '../../tables/ownership-events.ts'

/** From when on a seller holds a token, or no longer does. */
interface HoldingTurn {
  readonly micros: bigint
  readonly holds: boolean
}

/**
 * The intervals in which a listing stood at a price and its seller, or the listing itself, held the token, from its sorted
 * events. Each placing begins one (a new price ends the one before), each ending ends it. Intervals without length are
 * left out, and so are listings of unknown collection. A v1 listing has its edition inside.
 *
 * @param owners every known write of the token's owners, sorted by version; none known: believed.
 */
export function toListingSpans(
  events: readonly OrderEventRow[],
  owners: readonly OwnershipEventRow[] = [],
): readonly ListingSpanRow[] {
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
    return event.token_standard === 'v1' ? whole(row) : cut(row, holdingTurns(owners, [seller, event.order_id]))
  })
}

function whole(row: ListingSpanRow): readonly ListingSpanRow[] {
  return row.to_micros === row.from_micros ? [] : [row]
}

function cut(row: ListingSpanRow, turns: readonly HoldingTurn[]): readonly ListingSpanRow[] {
  const before = turns.findLast((turn) => turn.micros <= row.from_micros)
  const within = turns.filter(
    ({ micros }) => micros > row.from_micros && (row.to_micros === null || micros < row.to_micros),
  )
  const starts = [{ micros: row.from_micros, holds: before?.holds ?? true }, ...within]
  return starts.flatMap(({ micros, holds }, index) => {
    const to_micros = starts[index + 1]?.micros ?? row.to_micros
    return holds ? whole({ ...row, from_micros: micros, to_micros }) : []
  })
}

/** When the named owners together began or ceased to hold the token; of several turns at one moment the last counts. */
function holdingTurns(owners: readonly OwnershipEventRow[], names: readonly string[]): readonly HoldingTurn[] {
  const held = new Map<string, boolean>()
  const turns = new Map<bigint, boolean>()
  for (const { owner_address, storage_id, amount, at_micros } of owners) {
    if (names.includes(owner_address)) held.set(owner_address + storage_id, amount > 0n)
    turns.set(at_micros, [...held.values()].includes(true))
  }
  const all = [...turns].map(([micros, holds]) => ({ micros, holds }))
  return all.filter(({ holds }, index) => holds !== all[index - 1]?.holds)
}
