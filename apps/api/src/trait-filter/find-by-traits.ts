import type { TokenSort } from '@opal/contract/constants/sorts'
import { compareTokens, type OrderedToken } from '@opal/contract/tokens/token-order'
import { firstPlace } from '@opal/domain/first-place'
import { needsListing, type TokenFilter } from '@opal/store/queries/tokens/token-filter'
import { readIdsByName, readSoldAt } from '@opal/store/queries/traits/trait-rows'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { CollectionTooLargeError, InvalidCursorError } from '../errors.ts'
import { inSteps } from '../event-loop.ts'
import { cursorParts, decodeCursor, encodeCursor } from '../http/routes/pagination.ts'
import { toTextOrNull } from '../wire-values.ts'
import { TRAIT_BOUNDS } from './column-cache.ts'
import { matchCheapest, matchTokens } from './match-tokens.ts'
import { PATTERN_LIMIT_MS, queryByPattern } from './name-pattern.ts'
import { MAX_SORTED, orderTokens, type SoldAt, type SortValues } from './order-tokens.ts'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens, TraitFilter } from './trait-query.ts'

/** Returns a collection's columns. @throws CollectionTooLargeError */
export async function traitColumnsOf(
  { traits }: Pick<ApiContext, 'traits'>,
  collectionId: string,
): Promise<TraitColumns> {
  const table = await traits.columnsOf(collectionId)
  if (table === null) throw new CollectionTooLargeError(TRAIT_BOUNDS)
  return table
}

export interface MatchingTokensQuery {
  /** Conditions other than traits and ranks. */
  readonly tokens: TokenFilter
  readonly traits: TraitFilter
  readonly order: TokenSort
  readonly take: number
  readonly offset: number
  readonly cursor?: string
}

/** One page of the tokens that match, in order, and how many there are. */
export interface MatchingTokens {
  readonly tokenDataIds: readonly string[]
  readonly nextCursor: string | null
  readonly total: number
  /** Price of the page's last token; null where it is not for sale. */
  readonly lastOctas: bigint | null
}

/** Cursor: the order, the sort value of the page's last token (empty where it has none), and its id. */
const place = z.tuple([z.literal('traits'), z.string(), cursorParts.value, z.string().max(66)])

/** Finds tokens by their traits, from columns in memory. @throws CollectionTooLargeError, InvalidCursorError */
export async function findByTraits(context: ApiContext, query: MatchingTokensQuery): Promise<MatchingTokens> {
  const { collectionId } = query.tokens
  const table = await traitColumnsOf(context, collectionId)
  const listed = await context.traits.listedOf(collectionId, table, query.tokens)
  const { ordered, values } = await matchInOrder(context, table, listed, query)
  const start = startOf(table, ordered, values, query)
  const page = ordered.slice(start, start + query.take)
  const last = page.at(-1)
  const hasMore = start + page.length < ordered.length && last !== undefined
  const tokenDataIds = page.map((token) => table.ids[token] ?? '')
  return {
    tokenDataIds,
    nextCursor: hasMore ? cursorAfter(query.order, orderedToken(table, last, values)) : null,
    total: ordered.length,
    lastOctas: last === undefined ? null : (listed.prices.get(last) ?? null),
  }
}

/** Returns the positions of all tokens that match, in order. */
async function matchInOrder(
  context: ApiContext,
  table: TraitColumns,
  listed: ListedTokens,
  { tokens: { collectionId, name, tokenDataId, ...asked }, traits, order }: MatchingTokensQuery,
): Promise<{ ordered: readonly number[]; values: SortValues }> {
  const { marketplace, isMarketplaceClosed: _, ...rest } = asked
  // Unlisted tokens are on no marketplace.
  if (marketplace !== undefined && rest.listed === false) return { ordered: [], values: { ...listed, soldAt: NEVER } }
  const wanted = { ...traits, ...rest, ...(marketplace !== undefined && { listed: true }) }
  const isInOrder = order === 'price_asc' && needsListing(wanted)
  const matching = await inSteps((isInOrder ? matchCheapest : matchTokens)(table, wanted, listed))
  const only = tokenDataId === undefined ? matching : matching.filter((token) => table.ids[token] === tokenDataId)
  const named =
    name === undefined ? only : await withName(context, table, only, { collectionId, pattern: name.pattern })
  const soldAt = order === 'last_sale_desc' ? await loadSoldAt(context, collectionId, table, named) : NEVER
  const values = { ...listed, soldAt }
  return { ordered: isInOrder ? named : await orderTokens(table, named, order, values), values }
}

const NEVER: SoldAt = new Map()

/** Loads the last sales of some tokens. Few are looked up one by one; of more, those of the whole collection are in memory. */
async function loadSoldAt(
  { store, traits }: Pick<ApiContext, 'store' | 'traits'>,
  collectionId: string,
  table: TraitColumns,
  tokens: readonly number[],
): Promise<SoldAt> {
  if (tokens.length > MAX_SORTED) return traits.soldAtOf(collectionId, table)
  const ids = tokens.map((token) => table.ids[token] ?? '')
  const sold = await readSoldAt(store, collectionId, ids)
  return new Map([...sold].map(([id, at]) => [table.indexOf.get(id) ?? 0, at]))
}

const SORT_FIELDS = {
  price_asc: 'listedPrice',
  price_desc: 'listedPrice',
  listed_desc: 'listedAtMicros',
  last_sale_desc: 'lastSaleAtMicros',
  rarity_asc: 'rarity',
  rarity_desc: 'rarity',
  name_asc: 'name',
} as const satisfies Readonly<Record<TokenSort, keyof OrderedToken>>

function cursorAfter(order: TokenSort, token: OrderedToken): string {
  return encodeCursor(['traits', order, token[SORT_FIELDS[order]] ?? '', token.tokenDataId].map(String))
}

/** Returns where a page begins: after the last token of the page before, wherever that one is now. @throws InvalidCursorError */
function startOf(
  table: TraitColumns,
  ordered: readonly number[],
  values: SortValues,
  { cursor, order, offset }: MatchingTokensQuery,
): number {
  if (cursor === undefined) return offset
  const last = tokenOf(cursor, order)
  const compare = compareTokens(order)
  return firstPlace(ordered.length, (place) => compare(orderedToken(table, ordered[place] ?? 0, values), last) > 0)
}

function tokenOf(cursor: string, order: TokenSort): OrderedToken {
  const [, of, value, tokenDataId] = decodeCursor(cursor, place)
  const member = SORT_FIELDS[order]
  if (of !== order || (member !== 'name' && !/^\d{0,40}$/.test(value))) throw new InvalidCursorError()
  const blank = { name: '', rarity: null, listedPrice: null, listedAtMicros: null, lastSaleAtMicros: null }
  if (member === 'name') return { ...blank, tokenDataId, name: value }
  if (value === '') return { ...blank, tokenDataId }
  return { ...blank, tokenDataId, [member]: member === 'rarity' ? Number(value) : value }
}

async function withName(
  context: ApiContext,
  table: TraitColumns,
  tokens: readonly number[],
  { collectionId, pattern }: { readonly collectionId: string; readonly pattern: string },
): Promise<readonly number[]> {
  if (tokens.length === 0) return tokens
  const some = { collectionId, tokenDataIds: tokens.map((token) => table.ids[token] ?? '') }
  const found = await queryByPattern(context, pattern, (reader, isExpression) =>
    readIdsByName(reader, some, { pattern, isExpression }, PATTERN_LIMIT_MS),
  )
  return tokens.filter((token) => found.has(table.ids[token] ?? ''))
}

/** Returns the sort key of a token. */
function orderedToken(table: TraitColumns, token: number, { prices, placedAt, soldAt }: SortValues): OrderedToken {
  return {
    tokenDataId: table.ids[token] ?? '',
    name: table.names[token] ?? '',
    rarity: table.ranks[token] || null,
    listedPrice: toTextOrNull(prices.get(token) ?? null),
    listedAtMicros: toTextOrNull(placedAt.get(token) ?? null),
    lastSaleAtMicros: toTextOrNull(soldAt.get(token) ?? null),
  }
}
