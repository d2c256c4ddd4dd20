import { listCollectionTokens } from '@opal/contract/endpoints/list-collection-tokens'
import type { TokenOrder, TokenPageQuery, TokenPlace } from '@opal/store/read/find-collection-tokens'
import { readTokenPage, type TokenPage } from '@opal/store/read/read-token-page'
import type { TokenFilter } from '@opal/store/read/token-filter'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError, InvalidCursorError } from '../../errors.ts'
import { cutPage, pageStart } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { askByPattern } from '../../load/ask-by-pattern.ts'
import { findCollection, isFullId } from '../../load/find-collection.ts'
import { tokenPage, tokenPageOf } from '../../load/token-page.ts'
import { findByTraits } from '../../traits/find-by-traits.ts'
import { toTraitFilter } from '../../traits/to-trait-filter.ts'

const place = z.tuple([
  z.string(),
  z.enum(['listed', 'rest', 'all']),
  z.string().max(200),
  z.string().regex(/^0x[0-9a-f]{64}$/),
])

export const listCollectionTokensRoute = defineRoute(listCollectionTokens, async (context, { params, query }) => {
  if (needsColumns(query) || query.sort === 'rarity_asc' || query.sort === 'rarity_desc')
    return listByTraits(context, await findCollection(context, params.id), query)
  // What is shown of it says whether there is such a collection.
  const collectionId = isFullId(params.id) ? params.id : await findCollection(context, params.id)
  const order = query.sort
  const start = pageStart({ ...query, take: query.limit }, place)
  const after = start.after && placeIn(order, start.after)
  const asked = findMatching(context, {
    filter: toFilter(collectionId, query),
    order,
    take: query.limit + 1,
    ...(after && { after }),
    ...(start.offset !== undefined && { offset: start.offset }),
  })
  const [{ cards, total }, collection] = await Promise.all([asked, context.facts.of(collectionId)])
  if (collection.name === null) throw new CollectionNotFoundError(collectionId)
  const { rows, nextCursor } = cutPage(cards, query.limit, (row) => [order, row.phase, row.value, row.tokenDataId])
  return tokenPage(context, rows, collection, { nextCursor, total })
})

type Query = z.output<typeof listCollectionTokens.query>

/** Traits and ranks are asked of columns in memory; everything else of the store. */
function needsColumns(query: Query): boolean {
  return (query.attributes ?? []).length > 0 || query.rarityTop > 0 || query.rarityBottom > 0
}

async function listByTraits(context: ApiContext, collectionId: string, query: Query) {
  const { name, tokenDataId: _, ...filter } = toFilter(collectionId, query)
  const { minOctas, maxOctas, listed, marketplace } = filter
  const page = await findByTraits(context, {
    collectionId,
    filter: {
      ...toTraitFilter(query),
      ...(listed !== undefined && { listed }),
      ...(minOctas !== undefined && { minOctas }),
      ...(maxOctas !== undefined && { maxOctas }),
    },
    order: query.sort,
    take: query.limit,
    offset: (query.page - 1) * query.limit,
    ...(name !== undefined && { name: name.pattern }),
    ...(marketplace !== undefined && { marketplace }),
    ...(query.cursor !== undefined && { cursor: query.cursor }),
  })
  return tokenPageOf(context, collectionId, page.tokenDataIds, { nextCursor: page.nextCursor, total: page.total })
}

function toFilter(collectionId: string, query: Query): TokenFilter {
  const name = query.name?.trim()
  return {
    collectionId,
    ...(name && { name: { pattern: name, isExpression: true } }),
    ...(query.tokenId !== undefined && { tokenDataId: query.tokenId }),
    ...(query.nftType !== undefined && query.nftType !== 'ALL' && { listed: query.nftType === 'LISTED' }),
    ...(query.priceBottom !== undefined && query.priceBottom !== '0' && { minOctas: BigInt(query.priceBottom) }),
    ...(query.priceTop !== undefined &&
      BigInt(query.priceTop) < UNLIMITED_OCTAS && { maxOctas: BigInt(query.priceTop) }),
    ...(query.marketplace !== undefined && { marketplace: query.marketplace }),
  }
}

/** The price filter's ends mean no limit. @source spec 001, section 5 "min defaults to 0 and max to 10^16 raw units" */
const UNLIMITED_OCTAS = 10n ** 16n

function placeIn(order: TokenOrder, [of, phase, value, tokenDataId]: z.output<typeof place>): TokenPlace {
  const byName = order === 'name_asc'
  const phases = byName || order === 'last_sale_desc' ? ['all'] : ['listed', 'rest']
  const isValue = byName || phase === 'rest' || /^\d+$/.test(value)
  if (of !== order || !phases.includes(phase) || !isValue) throw new InvalidCursorError()
  return { phase, value, tokenDataId }
}

/** Only a pattern can be made to take long: it runs with a limit of its own. */
function findMatching(context: ApiContext, query: TokenPageQuery): Promise<TokenPage> {
  const { store } = context
  const { name } = query.filter
  if (name === undefined) return readTokenPage(store.steady, query)
  const { pattern } = name
  return askByPattern(store, pattern, (reader, isExpression) =>
    readTokenPage(reader, { ...query, filter: { ...query.filter, name: { pattern, isExpression } } }),
  )
}
