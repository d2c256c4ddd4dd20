import { compareOctas } from '@opal/domain/prices/octas'
import { type RawBuilder, sql } from 'kysely'
import { collectionRanges } from './collection-ranges.ts'
import { type HeldTokensFilter, heldWhere } from './held-filter.ts'

/** An order in which all of a wallet's tokens are compared. */
export interface TokenValue {
  /** Value of a token `h`, read in an index alone. */
  readonly value: RawBuilder<unknown>
  /** The values are in the order of the tokens: looked up in it, the pages of the index come one after the other, which the disk reads ahead. */
  readonly isByToken?: boolean
}

export const TOKEN_VALUES: Readonly<Partial<Record<string, TokenValue>>> = {
  rarity: {
    value: sql`(select r.rank from market.token_rarity r where r.collection_id = h.collection_id and r.token_data_id = h.token_data_id)`,
  },
  last_sale: {
    value: sql`(select s.price_octas from market.sales s where s.token_data_id = h.token_data_id and not s.is_wash
    order by s.at_micros desc, s.version desc, s.event_index desc limit 1)`,
    isByToken: true,
  },
}

/**
 * Reads a page of tokens, or of several ranges of them concurrently, and puts these together in the order of the whole.
 * @param read reads the first `take` tokens of a range, selected by the given statement.
 */
export async function readByTokenValue<Row extends { readonly value: string }>(
  filter: HeldTokensFilter,
  { descending, take, offset = 0 }: { readonly descending: boolean; readonly take: number; readonly offset?: number },
  { of, missing }: { readonly of: TokenValue; readonly missing: RawBuilder<unknown> },
  read: (held: RawBuilder<unknown>, take: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const ranges =
    filter.collectionId === undefined
      ? collectionRanges(sql`h.collection_id`, sql`h.collection_id is null`)
      : [sql`true`]
  const parts = await Promise.all(ranges.map((isIn) => read(heldSql(filter, { of, missing, isIn }), take + offset)))
  const direction = descending ? -1 : 1
  // Each part is in order, and so are the ranges: of one value the tokens stay as they are.
  return (descending ? parts.toReversed() : parts)
    .flat()
    .toSorted((one, other) => direction * compareOctas(BigInt(one.value), BigInt(other.value)))
    .slice(offset, offset + take)
}

function heldSql(
  filter: HeldTokensFilter,
  {
    of: { value, isByToken = false },
    missing,
    isIn,
  }: { readonly of: TokenValue; readonly missing: RawBuilder<unknown>; readonly isIn: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select coalesce(${value}, ${missing})::numeric as value, coalesce(h.collection_id, '') as collection, h.token_data_id,
      h.property_version
    from (
      select h.holder, h.collection_id, h.token_data_id, h.property_version from market.token_holders h
      where ${heldWhere(filter)} and ${isIn} ${isByToken ? sql`order by h.token_data_id offset 0` : sql``}
    ) h`
}
