import { listCollectionTokens } from '@opal/contract/endpoints/list-collection-tokens'
import { countCollectionTokens } from '@opal/store/read/count-collection-tokens'
import { findCollectionTokens, type TokenOrder, type TokenPlace } from '@opal/store/read/find-collection-tokens'
import type { Reader } from '@opal/store/read/read-rows'
import type { TokenFilter } from '@opal/store/read/token-filter'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { InvalidCursorError } from '../../errors.ts'
import { cutPage, pageStart } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { tokenPage } from '../../kept/token-page.ts'
import { askByPattern } from '../../load/ask-by-pattern.ts'
import { findCollection } from '../../load/find-collection.ts'
import { findByTraits } from '../../traits/find-by-traits.ts'
import { toTraitFilter } from '../../traits/to-trait-filter.ts'

const place = z.tuple([
  z.string(),
  z.enum(['listed', 'rest', 'all']),
  z.string().max(200),
  z.string().regex(/^0x[0-9a-f]{64}$/),
])

export const listCollectionTokensRoute = defineRoute(listCollectionTokens, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.id)
  if (needsColumns(query)) return listByTraits(context, collectionId, query)
  if (query.sort === 'rarity_asc' || query.sort === 'rarity_desc') return listByTraits(context, collectionId, query)
  const order = query.sort
  const filter = toFilter(collectionId, query)
  const start = pageStart({ ...query, take: query.limit }, place)
  const after = start.after && placeIn(order, start.after)
  const { found, total } = await findMatching(context, filter, {
    order,
    take: query.limit + 1,
    ...(after && { after }),
    ...(start.offset !== undefined && { offset: start.offset }),
  })
  const { rows, nextCursor } = cutPage(found, query.limit, (row) => [query.sort, row.phase, row.value, row.tokenDataId])
  const ids = rows.map((row) => row.tokenDataId)
  return tokenPage(context, ids, { nextCursor, total })
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
  return tokenPage(context, page.tokenDataIds, { nextCursor: page.nextCursor, total: page.total })
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

/** The price filter's ends mean no limit. @source spec, section 5 "min defaults to 0 and max to 10^16 raw units" */
const UNLIMITED_OCTAS = 10n ** 16n

function placeIn(order: TokenOrder, [of, phase, value, tokenDataId]: z.output<typeof place>): TokenPlace {
  const byName = order === 'name_asc'
  const phases = byName || order === 'last_sale_desc' ? ['all'] : ['listed', 'rest']
  const isValue = byName || phase === 'rest' || /^\d+$/.test(value)
  if (of !== order || !phases.includes(phase) || !isValue) throw new InvalidCursorError()
  return { phase, value, tokenDataId }
}

interface Page {
  readonly order: TokenOrder
  readonly take: number
  readonly after?: TokenPlace
  readonly offset?: number
}

/** Only a pattern can be made to take long: it runs with a limit of its own. */
function findMatching({ store }: ApiContext, filter: TokenFilter, page: Page) {
  const { name } = filter
  if (name === undefined) return ask(store, filter, page)
  const { pattern } = name
  return askByPattern(store, pattern, (reader, isExpression) =>
    ask(reader, { ...filter, name: { pattern, isExpression } }, page),
  )
}

async function ask(reader: Reader, filter: TokenFilter, page: Page) {
  const [found, total] = await Promise.all([
    findCollectionTokens(reader, { filter, ...page }),
    countCollectionTokens(reader, filter),
  ])
  return { found, total }
}
