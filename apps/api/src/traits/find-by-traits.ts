import type { TokenSort } from '@opal/contract/shapes/token-sort'
import { readIdsByName, readSoldAt } from '@opal/store/read/read-trait-rows'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { InvalidCursorError } from '../errors.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { askByPattern } from '../load/ask-by-pattern.ts'
import { orderTokens } from './order-tokens.ts'
import { wantsListed } from './scan-tokens.ts'
import type { TraitColumns } from './trait-columns.ts'
import { traitColumnsOf } from './trait-columns-of.ts'
import { matchCheapest, matchTokens, type TraitFilter } from './trait-query.ts'

export interface TraitPageQuery {
  readonly collectionId: string
  readonly filter: TraitFilter
  readonly marketplace?: string
  /** A regular expression on the name; an invalid one matches literally. */
  readonly name?: string
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
}

/** Order, last token of the page before, and its place then. */
const place = z.tuple([z.literal('traits'), z.string(), z.string().max(66), z.number().int().min(0)])

/** Finds tokens by their traits, from columns in memory. @throws CollectionTooLargeError, InvalidCursorError */
export async function findByTraits(context: ApiContext, query: TraitPageQuery): Promise<TraitPage> {
  const table = await traitColumnsOf(context, query.collectionId)
  const listed = await context.traits.listedOf(query.collectionId, table, query.marketplace)
  const wanted = query.marketplace === undefined ? query.filter : { ...query.filter, listed: true }
  const isInOrder = query.order === 'price_asc' && wantsListed(wanted)
  const match = isInOrder ? matchCheapest : matchTokens
  const matching = await withName(context, table, match(table, wanted, listed), query.name)
  const soldAt = query.order === 'last_sale_desc' ? await loadSoldAt(context, query.collectionId, table) : NEVER
  const ordered = isInOrder ? matching : orderTokens(table, matching, query.order, { ...listed, soldAt })
  const start = startOf(table, ordered, query)
  const page = ordered.slice(start, start + query.take)
  const last = page.at(-1)
  const hasMore = start + page.length < ordered.length && last !== undefined
  const tokenDataIds = page.map((token) => table.ids[token] ?? '')
  return {
    tokenDataIds,
    nextCursor: hasMore ? encodeCursor(['traits', query.order, tokenDataIds.at(-1) ?? '', start + page.length]) : null,
    total: ordered.length,
  }
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
