import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** What a wallet holds of one token (v1: of one edition), and what it paid. */
export interface HeldLots {
  readonly tokenDataId: string
  readonly propertyVersion: bigint
  /** Items held. */
  readonly held: bigint
  /** Octas paid for those of known cost; null when the cost of none is known. */
  readonly costOctas: bigint | null
  /** Items whose cost is unknown. */
  readonly unknownCostCount: bigint
  /** When the newest of them came. */
  readonly acquiredAtMicros: bigint
}

/** Held count and cost of some tokens for one wallet, unordered; tokens it does not hold are left out. */
export function readHeldLots(
  reader: Reader,
  wallet: string,
  tokenDataIds: readonly string[],
): Promise<readonly HeldLots[]> {
  return readRows(
    reader,
    sql<HeldLots>`
    select token_data_id as "tokenDataId", property_version as "propertyVersion", sum(amount) as held,
      sum(cost_octas) as "costOctas", coalesce(sum(amount) filter (where cost_octas is null), 0) as "unknownCostCount",
      max(acquired_at_micros) as "acquiredAtMicros"
    from market.lots
    where wallet = ${wallet} and token_data_id = any(${[...tokenDataIds]}::text[])
      and released_version is null and not is_in_transit
    group by token_data_id, property_version`,
  )
}
