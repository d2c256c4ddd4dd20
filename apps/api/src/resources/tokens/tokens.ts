import { findTokenOwner, getToken, getTokenStats, listCollectionTokens, listListedTokens } from '@opal/contract/tokens'
import { isAddress } from '@opal/domain/address'
import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import type { TokenOrder, TokenPlace } from '@opal/store/queries/tokens/find-collection-tokens'
import { findTokenByNumber, findTokensByName } from '@opal/store/queries/tokens/read-tokens'
import { readTokenPage } from '@opal/store/queries/tokens/token-page'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError, InvalidCursorError, TokenNotFoundError } from '../../errors.ts'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { findByTraits } from '../../trait-filter/find-by-traits.ts'
import { askWithName, needsColumns, type TokenSelection, toSelection } from '../../trait-filter/token-selection.ts'
import { findCollection } from '../collections/find-collection.ts'
import { loadTokenDetail } from './load-token-detail.ts'
import { loadTokenStats, loadTokens } from './load-tokens.ts'
import { loadPageOf, presentPage } from './token-page.ts'

export const getTokenRoute = defineRoute(getToken, async (context, { params }) => {
  const detail = await loadTokenDetail(context, params.id)
  if (detail === null) throw new TokenNotFoundError(params.id)
  return detail
})

export const getTokenStatsRoute = defineRoute(getTokenStats, async (context, { params }) => {
  const stats = await loadTokenStats(context, params.collectionId, params.tokenDataId)
  if (stats === null) throw new TokenNotFoundError(params.tokenDataId)
  return stats
})

export const findTokenOwnerRoute = defineRoute(findTokenOwner, async (context, { body }) => ({
  data: await loadTokens(context, await findTokensByName(context.store, body.nftName, { take: 50 })),
}))

const tokenCursor = z.tuple([z.string(), z.enum(['listed', 'rest', 'all']), cursorParts.value, cursorParts.address])

export const listCollectionTokensRoute = defineRoute(listCollectionTokens, async (context, { params, query }) => {
  const { sort: order, creatorAddress } = query
  const isByRarity = order === 'rarity_asc' || order === 'rarity_desc'
  const collectionId = isAddress(params.id) ? params.id : await findCollection(context, params.id)
  const none = () => loadPageOf(context, collectionId, [], { nextCursor: null, total: 0 })
  if (creatorAddress !== undefined && (await collectionFacts(context, collectionId)).creatorAddress !== creatorAddress)
    return none()
  const only = await findOnlyToken(context, collectionId, query)
  if (only === null) return none()
  const selection = toSelection(context, collectionId, query, only)
  if (isByRarity || needsColumns(selection)) return listByTraits(context, selection, query)
  const start = pageStart({ ...query, take: query.limit }, tokenCursor)
  const after = start.after && tokenPlace(order, start.after)
  const asked = askWithName(context, selection.tokens, (reader, filter) =>
    readTokenPage(reader, {
      filter,
      order,
      take: query.limit + 1,
      ...(after && { after }),
      ...(start.offset !== undefined && { offset: start.offset }),
    }),
  )
  const [{ items, total }, collection] = await Promise.all([asked, collectionFacts(context, collectionId)])
  const { rows, nextCursor } = cutPage(items, query.limit, (row) => [order, row.phase, row.value, row.tokenDataId])
  return presentPage(context, rows, collection, { nextCursor, total }, selection.tokens)
})

/**
 * Returns the token that a query asks for by id or number; undefined where it asks for none, null where there is no such token.
 * @throws CollectionNotFoundError
 */
async function findOnlyToken(
  context: ApiContext,
  collectionId: string,
  { tokenId, number }: Pick<TokensQuery, 'tokenId' | 'number'>,
): Promise<string | undefined | null> {
  if (number === undefined) return tokenId
  const [found] = await Promise.all([
    findTokenByNumber(context.store.preparedPool, collectionId, number),
    collectionFacts(context, collectionId),
  ])
  return tokenId === undefined || tokenId === found ? found : null
}

/** @throws CollectionNotFoundError */
async function collectionFacts({ facts }: ApiContext, collectionId: string): Promise<CollectionFacts> {
  const collection = await facts.get(collectionId)
  if (collection.name === null) throw new CollectionNotFoundError(collectionId)
  return collection
}

type TokensQuery = z.output<typeof listCollectionTokens.query>

async function listByTraits(context: ApiContext, selection: TokenSelection, query: TokensQuery) {
  const { collectionId } = selection.tokens
  await collectionFacts(context, collectionId)
  const page = await findByTraits(context, {
    ...selection,
    order: query.sort,
    take: query.limit,
    offset: (query.page - 1) * query.limit,
    ...(query.cursor !== undefined && { cursor: query.cursor }),
  })
  const { tokenDataIds, nextCursor, total } = page
  return loadPageOf(context, collectionId, tokenDataIds, { nextCursor, total }, selection.tokens)
}

function tokenPlace(order: TokenOrder, [of, phase, value, tokenDataId]: z.output<typeof tokenCursor>): TokenPlace {
  const byName = order === 'name_asc'
  const phases = byName || order === 'last_sale_desc' ? ['all'] : ['listed', 'rest']
  const schema = order === 'last_sale_desc' ? cursorParts.bigint : cursorParts.numeric
  const isValue = byName || phase === 'rest' || schema.safeParse(value).success
  if (of !== order || !phases.includes(phase) || !isValue) throw new InvalidCursorError()
  return { phase, value, tokenDataId }
}

const listedCursor = z.tuple([cursorParts.numeric, cursorParts.address])

export const listListedTokensRoute = defineRoute(listListedTokens, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.slug)
  const { after, offset } = pageStart(query, listedCursor)
  const asked = readTokenPage(context.store.preparedPool, {
    filter: { collectionId, listed: true },
    order: 'price_asc',
    take: query.take + 1,
    ...(after && { after: { phase: 'listed', value: after[0], tokenDataId: after[1] } }),
    ...(offset !== undefined && { offset }),
  })
  const [page, collection] = await Promise.all([asked, context.facts.get(collectionId)])
  const { rows, nextCursor } = cutPage(page.items, query.take, (row) => [row.value, row.tokenDataId])
  return presentPage(context, rows, collection, { nextCursor })
})
