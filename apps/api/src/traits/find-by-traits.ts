import type { TokenSort } from '@opal/contract/shapes/token-sort'
import { readIdsByName, readSoldAt } from '@opal/store/read/read-trait-rows'
import type { TokenFilter } from '@opal/store/read/token-filter'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { InvalidCursorError } from '../errors.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { askByPattern } from '../load/ask-by-pattern.ts'
import { orderTokens } from './order-tokens.ts'
import { wantsListed } from './scan-tokens.ts'
import type { TraitColumns } from './trait-columns.ts'
import { traitColumnsOf } from './trait-columns-of.ts'
import { type ListedTokens, matchCheapest, matchTokens, type TraitFilter } from './trait-query.ts'

export interface TraitPageQuery {
  /** What else is asked of the tokens than traits and ranks. */
  readonly tokens: TokenFilter
  readonly traits: TraitFilter
  readonly order: TokenSort
  readonly take: number
  readonly offset: number
  readonly cursor?: string
}

/** One page of the tokens that match, in order, and how many there are. */
export interface TraitPage {
  readonly tokenDataIds: readonly string[]
  readonly nextCursor: string | null
  readonly total: number
  /** Price of the page's last token; null where it is not for sale. */
  readonly lastOctas: bigint | null
}

/** Order, last token of the page before, and its place then. */
const place = z.tuple([z.literal('traits'), z.string(), z.string().max(66), z.number().int().min(0)])

/** Finds tokens by their traits, from columns in memory. @throws CollectionTooLargeError, InvalidCursorError */
export async function findByTraits(context: ApiContext, query: TraitPageQuery): Promise<TraitPage> {
  const { collectionId, marketplace } = query.tokens
  const table = await traitColumnsOf(context, collectionId)
  const listed = await context.traits.listedOf(collectionId, table, marketplace)
  const ordered = await matchInOrder(context, table, listed, query)
  const start = startOf(table, ordered, query)
  const page = ordered.slice(start, start + query.take)
  const last = page.at(-1)
  const hasMore = start + page.length < ordered.length && last !== undefined
  const tokenDataIds = page.map((token) => table.ids[token] ?? '')
  return {
    tokenDataIds,
    nextCursor: hasMore ? encodeCursor(['traits', query.order, tokenDataIds.at(-1) ?? '', start + page.length]) : null,
    total: ordered.length,
    lastOctas: last === undefined ? null : (listed.prices.get(last) ?? null),
  }
}

/** Positions of all tokens that match, in order. */
async function matchInOrder(
  context: ApiContext,
  table: TraitColumns,
  listed: ListedTokens,
  { tokens: { collectionId, name, tokenDataId, ...asked }, traits, order }: TraitPageQuery,
): Promise<readonly number[]> {
  const { marketplace, ...rest } = asked
  // What is not for sale is at no marketplace.
  if (marketplace !== undefined && rest.listed === false) return []
  const wanted = { ...traits, ...rest, ...(marketplace !== undefined && { listed: true }) }
  const isInOrder = order === 'price_asc' && wantsListed(wanted)
  const matching = (isInOrder ? matchCheapest : matchTokens)(table, wanted, listed)
  const only = tokenDataId === undefined ? matching : matching.filter((token) => table.ids[token] === tokenDataId)
  const named = await withName(context, table, only, name?.pattern)
  if (isInOrder) return named
  const soldAt = order === 'last_sale_desc' ? await loadSoldAt(context, collectionId, table) : NEVER
  return orderTokens(table, named, order, { ...listed, soldAt })
}

const NEVER: ReadonlyMap<number, bigint> = new Map()

async function loadSoldAt({ store }: ApiContext, collectionId: string, table: TraitColumns) {
  const sold = await readSoldAt(store, collectionId)
  return new Map(
    [...sold].flatMap(([id, at]) => (table.indexOf.has(id) ? [[table.indexOf.get(id) as number, at]] : [])),
  )
}

/** After the last token of the page before; where that one no longer matches, at the place where it was. */
function startOf(table: TraitColumns, ordered: readonly number[], query: TraitPageQuery): number {
  if (query.cursor === undefined) return query.offset
  const [, order, tokenDataId, offset] = decodeCursor(query.cursor, place)
  if (order !== query.order) throw new InvalidCursorError()
  const token = table.indexOf.get(tokenDataId)
  const at = token === undefined ? -1 : ordered.indexOf(token)
  return at === -1 ? offset : at + 1
}

async function withName(
  { store }: ApiContext,
  table: TraitColumns,
  tokens: readonly number[],
  name: string | undefined,
): Promise<readonly number[]> {
  if (name === undefined || tokens.length === 0) return tokens
  const ids = tokens.map((token) => table.ids[token] ?? '')
  const found = await askByPattern(store, name, (reader, isExpression) =>
    readIdsByName(reader, ids, { pattern: name, isExpression }),
  )
  return tokens.filter((token) => found.has(table.ids[token] ?? ''))
}
