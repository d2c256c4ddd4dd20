import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { MAX_AGE_MICROS, MAX_MOVES } from '../../ingest/history/touched.ts'
import type { Difference } from './compare-tables.ts'

/**
 * Tokens that addresses held before they became listings of them, so long ago or after so many moves that there are two answers about this past: as
 * that of the address, as an indexer that follows the chain has it, or as the seller's, as one has it that reads both at once.
 * @source docs/decisions/2026-11-30-what-a-listing-held-before.md
 */
export interface EarlyHoldings {
  readonly tokens: ReadonlySet<string>
  /** The addresses of these listings and all their sellers. */
  readonly wallets: ReadonlySet<string>
  readonly collections: ReadonlySet<string>
}

interface EarlyRow {
  readonly listing: string
  readonly sellers: readonly (string | null)[]
  readonly token: string
  readonly collection: string | null
}

/** Reads the early holdings of a store: a probe of an index for each listing that there ever was. */
export async function readEarlyHoldings(db: Database): Promise<EarlyHoldings> {
  const { rows } = await sql<EarlyRow>`
    select first.order_id as listing, first.sellers, first.token_data_id as token, t.collection_id as collection
    from (
      select marketplace, order_id, token_data_id, property_version, min(version) as version, min(at_micros) as at_micros,
        array_agg(distinct seller) as sellers
      from market.order_events where book = 'listing' and token_data_id is not null group by 1, 2, 3, 4
    ) first
    cross join lateral (
      select e.at_micros from market.ownership_events e
      where e.token_data_id = first.token_data_id and e.property_version = first.property_version
        and e.owner_address = first.order_id and e.version < first.version
      order by e.storage_id, e.version limit 1
    ) early
    left join chain.current_token_datas_v2 t on t.token_data_id = first.token_data_id
    where early.at_micros < first.at_micros - ${MAX_AGE_MICROS}::bigint or (
      select count(*) from (
        select from market.ownership_events e
        where e.token_data_id = first.token_data_id and e.property_version = first.property_version limit ${MAX_MOVES + 1}
      ) moves) > ${MAX_MOVES}`.execute(db)
  return {
    tokens: new Set(rows.map(({ token }) => token)),
    wallets: new Set(rows.flatMap(({ listing, sellers }) => [listing, ...sellers.filter((seller) => seller !== null)])),
    collections: new Set(rows.flatMap(({ collection }) => collection ?? [])),
  }
}

/** Returns whether a difference is of the past of early holdings alone: there is one answer to who holds what now. */
export function isOfEarlyHoldings({ tokens, wallets, collections }: EarlyHoldings, difference: Difference): boolean {
  const key = new Map(difference.key.split(' ').map((part) => part.split('=') as [string, string]))
  const isOf = (name: string, some: ReadonlySet<string>) => some.has(key.get(name) ?? '')
  switch (difference.table) {
    case 'market.lots':
    case 'market.lot_states':
      return isOf('wallet', wallets) && isOf('token_data_id', tokens)
    case 'market.lot_sums':
    case 'market.owner_spans':
      return isOf('wallet', wallets) && isOf('collection_id', collections)
    case 'market.collection_hours':
      return isOf('collection_id', collections) && isOfOwners(difference)
    default:
      return false
  }
}

/** An hour has a row of its own where owners alone came or went. */
function isOfOwners({ column, stored, expected }: Difference): boolean {
  if (column !== null) return column === 'owner_count'
  const { sales } = JSON.parse(stored ?? expected ?? '{}') as { readonly sales?: string }
  return sales === '0'
}
