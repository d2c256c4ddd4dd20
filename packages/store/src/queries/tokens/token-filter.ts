import { type RawBuilder, sql } from 'kysely'

/** Filter of a collection's tokens. Amounts in octas. */
export interface TokenFilter {
  readonly collectionId: string
  /** Part of the name: a regular expression, case-insensitive, or text to match literally. */
  readonly name?: { readonly pattern: string; readonly isExpression: boolean }
  readonly tokenDataId?: string
  /** True: only listed ones; false: only others. A price or a marketplace asks for listed ones by itself. */
  readonly listed?: boolean
  readonly minOctas?: bigint
  readonly maxOctas?: bigint
  readonly marketplace?: string
  /** The marketplace is exit-only: its listings are found where it is named, though they cannot be bought. */
  readonly isMarketplaceClosed?: boolean
}

/** Conditions on each token. */
export type TokenConditions = Omit<TokenFilter, 'collectionId'>

/** Conditions on the token, alias `t`. */
export function tokenWhere(filter: TokenConditions): RawBuilder<unknown> {
  const parts = [sql`and t.is_deleted_v2 is not true`]
  if (filter.tokenDataId !== undefined) parts.push(sql`and t.token_data_id = ${filter.tokenDataId}`)
  if (filter.name !== undefined) parts.push(sql`and ${nameMatches(filter.name, sql`t.token_name`)}`)
  return sql.join(parts, sql` `)
}

/** Letters whose case the server changes without looking at the language: many times as fast; where there are none, no case of any name counts. */
const ASCII = /^\p{ASCII}*$/u
const ASCII_LETTER = /[a-z]/i

/** Returns the condition that a name matches a pattern, in whatever case. */
export function nameMatches(
  { pattern, isExpression }: NonNullable<TokenFilter['name']>,
  name: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (isExpression) return sql`${name} ~* ${pattern}`
  if (ASCII.test(pattern) && !ASCII_LETTER.test(pattern)) return sql`position(${pattern} in ${name}) > 0`
  const folded = ASCII.test(pattern) ? sql`lower(${name} collate "C")` : sql`lower(${name})`
  return sql`position(lower(${pattern}) in ${folded}) > 0`
}

/** Returns whether the filter selects listed tokens only. */
export function needsListing({
  listed,
  minOctas,
  maxOctas,
  marketplace,
}: Pick<TokenFilter, 'listed' | 'minOctas' | 'maxOctas' | 'marketplace'>): boolean {
  return listed === true || minOctas !== undefined || maxOctas !== undefined || marketplace !== undefined
}

/**
 * Returns whether the listings alone suffice. A valid one is of a token that its seller holds: the token need not
 * be read.
 */
export function isOfListingsOnly({ name, tokenDataId }: TokenConditions): boolean {
  return name === undefined && tokenDataId === undefined
}

/** Returns a listing that lists show: one that can be bought, or one of the closed marketplace that was asked for. */
export function openListing(
  alias: string,
  { marketplace, isMarketplaceClosed = false }: Pick<TokenFilter, 'marketplace' | 'isMarketplaceClosed'>,
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  // Literals, so that the partial indexes of listed tokens are used.
  const validity = sql.lit(isMarketplaceClosed ? 'marketplace-closed' : 'valid')
  const there = marketplace === undefined ? sql`` : sql`and ${column('marketplace')} = ${marketplace}`
  return sql`${column('state')} = 'open' and ${column('validity')} = ${validity} ${there}`
}

/** Conditions on a listing, alias `l`: open, valid, the token's cheapest one (on the wanted marketplace), within the price range. */
export function cheapestWhere(filter: TokenConditions): RawBuilder<unknown> {
  return sql`and ${openListing('l', filter)}
    and not exists (select from market.listings cheaper where cheaper.token_data_id = l.token_data_id
      and ${openListing('cheaper', filter)}
      and (cheaper.price_octas, cheaper.marketplace, cheaper.listing_id) < (l.price_octas, l.marketplace, l.listing_id))
    ${pricesWhere(filter)}`
}

/** Conditions on a listing, alias `l`: within the price range. */
export function pricesWhere({ minOctas, maxOctas }: TokenConditions): RawBuilder<unknown> {
  const least = minOctas === undefined ? sql`` : sql`and l.price_octas >= ${minOctas}`
  return maxOctas === undefined ? least : sql`${least} and l.price_octas <= ${maxOctas}`
}
