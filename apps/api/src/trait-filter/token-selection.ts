import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { ParsedTokenFilter } from '@opal/contract/tokens/token-filter'
import type { Reader } from '@opal/store/queries/read-rows'
import { findCollectionTokens, type TokenPlace } from '@opal/store/queries/tokens/find-collection-tokens'
import type { TokenFilter } from '@opal/store/queries/tokens/token-filter'
import type { ApiContext } from '../context.ts'
import { findByTraits, traitColumnsOf } from './find-by-traits.ts'
import { isPlainText, queryByPattern } from './name-pattern.ts'
import { type TraitFilter, toTraitFilter } from './trait-query.ts'

/** Filter of a collection's tokens, in the form that the store and the trait columns take. */
export interface TokenSelection {
  readonly tokens: TokenFilter
  readonly traits: Pick<TraitFilter, 'traits' | 'minRank' | 'maxRank'>
}

/** The price filter's ends mean no limit. @source docs/product/tokens-and-filters.md#price-filter */
const UNLIMITED_OCTAS = 10n ** 16n

/** Reads a filter of the wire. @param tokenDataId only this token. */
export function toSelection(
  { marketplaces }: Pick<ApiContext, 'marketplaces'>,
  collectionId: string,
  filter: Omit<ParsedTokenFilter, 'creatorAddress'>,
  tokenDataId?: string,
): TokenSelection {
  const name = filter.name?.trim()
  const { nftType, priceBottom, priceTop, marketplace } = filter
  return {
    tokens: {
      collectionId,
      ...(name && { name: { pattern: name, isExpression: true } }),
      ...(tokenDataId !== undefined && { tokenDataId }),
      ...(nftType !== undefined && nftType !== 'ALL' && { listed: nftType === 'LISTED' }),
      ...(priceBottom !== undefined && BigInt(priceBottom) > 0n && { minOctas: BigInt(priceBottom) }),
      ...(priceTop !== undefined && BigInt(priceTop) < UNLIMITED_OCTAS && { maxOctas: BigInt(priceTop) }),
      ...(marketplace !== undefined && { marketplace, isMarketplaceClosed: isClosed(marketplaces, marketplace) }),
    },
    traits: toTraitFilter(filter),
  }
}

/** Returns whether a marketplace only allows exits on this network; false for an unknown one, which has no listings. */
function isClosed(marketplaces: ApiContext['marketplaces'], id: string): boolean {
  const known = marketplaces.find(({ adapter }) => adapter.id === id)
  return known !== undefined && known.contracts.status !== 'active'
}

/** Traits and ranks are looked up in columns in memory; everything else in the store. */
export function needsColumns({ traits: { traits, minRank, maxRank } }: TokenSelection): boolean {
  return traits.length > 0 || minRank !== undefined || maxRank !== undefined
}

/** Runs a query of the store with the name's pattern. Only a pattern can be made to take long, so it has a limit of its own. */
export function askWithName<Found>(
  context: Pick<ApiContext, 'store' | 'expressionGate'>,
  filter: TokenFilter,
  ask: (reader: Reader, filter: TokenFilter) => Promise<Found>,
): Promise<Found> {
  if (filter.name === undefined) return ask(context.store.preparedPool, filter)
  const { pattern } = filter.name
  return queryByPattern(context, pattern, (reader, isExpression) =>
    ask(reader, { ...filter, name: { pattern, isExpression } }),
  )
}

/** Listed tokens of a selection, in the order of the list. */
export interface CheapestBatch {
  readonly tokenDataIds: readonly string[]
  /** Octas; whatever comes in later batches is listed at this price at least. Null after the last one. */
  readonly laterFromOctas: bigint | null
}

/** Tokens read first: more than one transaction carries, since some turn out not to be for sale to a wallet. */
const FIRST_BATCH = 2 * MAX_TRADE_ITEMS
/** Tokens of each further batch, when the first is not enough. */
const FURTHER_BATCH = 500

/**
 * Yields the listed tokens of a selection, cheapest first: those that the list shows, in its order by price.
 * @throws CollectionTooLargeError
 */
export async function* cheapestOf(context: ApiContext, selection: TokenSelection): AsyncGenerator<CheapestBatch> {
  if (selection.tokens.listed === false || selection.tokens.isMarketplaceClosed === true) return
  const wanted = { ...selection, tokens: { ...selection.tokens, listed: true } }
  const read = needsColumns(selection) ? cheapestByTraits : cheapestOfStore
  for (let start: BatchStart | null = { take: FIRST_BATCH }; start !== null; ) {
    const from = start
    // Loaded outside the queue of searches: a collection with much text takes seconds, and other searches would wait.
    if (read === cheapestByTraits) await traitColumnsOf(context, wanted.tokens.collectionId)
    const { next, ...batch } = await searchInTurn(context, wanted.tokens, (own) => read(own, wanted, from))
    yield batch
    start = next
  }
}

/** Reads a batch in its turn. An expression has its turn among expressions first: it would take a place of trades while it waits for that. */
function searchInTurn(
  context: ApiContext,
  { name }: TokenFilter,
  read: (context: ApiContext) => Promise<FoundBatch>,
): Promise<FoundBatch> {
  const { expressionGate, tradeGate } = context
  if (name === undefined || isPlainText(name.pattern)) return tradeGate(() => read(context), 'search')
  return expressionGate(() => tradeGate(() => read({ ...context, expressionGate: (query) => query() }), 'search'))
}

/** Start of a batch: after a cursor of the columns or a position in the store. */
interface BatchStart {
  readonly take: number
  readonly cursor?: string
  readonly after?: TokenPlace
}

/** A batch, and where the next one starts; null after the last one. */
interface FoundBatch extends CheapestBatch {
  readonly next: BatchStart | null
}

async function cheapestByTraits(
  context: ApiContext,
  selection: TokenSelection,
  { take, cursor }: BatchStart,
): Promise<FoundBatch> {
  const page = await findByTraits(context, {
    ...selection,
    order: 'price_asc',
    take,
    offset: 0,
    ...(cursor !== undefined && { cursor }),
  })
  const next = page.nextCursor === null ? null : { take: FURTHER_BATCH, cursor: page.nextCursor }
  return { tokenDataIds: page.tokenDataIds, laterFromOctas: next && page.lastOctas, next }
}

async function cheapestOfStore(
  context: ApiContext,
  { tokens }: TokenSelection,
  { take, after }: BatchStart,
): Promise<FoundBatch> {
  const found = await askWithName(context, tokens, (reader, filter) =>
    findCollectionTokens(reader, { filter, order: 'price_asc', take, ...(after && { after }) }),
  )
  const last = found.length < take ? undefined : found.at(-1)
  return {
    tokenDataIds: found.map(({ tokenDataId }) => tokenDataId),
    laterFromOctas: last === undefined ? null : BigInt(last.value),
    next: last === undefined ? null : { take: FURTHER_BATCH, after: last },
  }
}
