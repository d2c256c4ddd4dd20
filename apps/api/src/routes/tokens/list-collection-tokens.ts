import { listCollectionTokens } from '@opal/contract/tokens'
import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import type { TokenOrder, TokenPlace } from '@opal/store/queries/tokens/find-collection-tokens'
import { readTokenPage } from '@opal/store/queries/tokens/token-page'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError, InvalidCursorError } from '../../errors.ts'
import { cutPage, pageStart } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { findCollection, isFullId } from '../../load/find-collection.ts'
import { tokenPage, tokenPageOf } from '../../load/token-page.ts'
import { askWithName, needsColumns, type TokenSelection, toSelection } from '../../load/token-selection.ts'
import { findByTraits } from '../../traits/find-by-traits.ts'

const place = z.tuple([
  z.string(),
  z.enum(['listed', 'rest', 'all']),
  z.string().max(200),
  z.string().regex(/^0x[0-9a-f]{64}$/),
])

export const listCollectionTokensRoute = defineRoute(listCollectionTokens, async (context, { params, query }) => {
  const { sort: order, tokenId } = query
  const isByRarity = order === 'rarity_asc' || order === 'rarity_desc'
  // What is shown of it says whether there is such a collection.
  const collectionId = isFullId(params.id) ? params.id : await findCollection(context, params.id)
  const selection = toSelection(context, collectionId, query, tokenId)
  const { creatorAddress } = query
  if (creatorAddress !== undefined && (await collectionFacts(context, collectionId)).creatorAddress !== creatorAddress)
    return tokenPageOf(context, collectionId, [], { nextCursor: null, total: 0 })
  if (isByRarity || needsColumns(selection)) return listByTraits(context, selection, query)
  const start = pageStart({ ...query, take: query.limit }, place)
  const after = start.after && placeIn(order, start.after)
  const asked = askWithName(context, selection.tokens, (reader, filter) =>
    readTokenPage(reader, {
      ...{ filter, order, take: query.limit + 1 },
      ...(after && { after }),
      ...(start.offset !== undefined && { offset: start.offset }),
    }),
  )
  const [{ cards, total }, collection] = await Promise.all([asked, collectionFacts(context, collectionId)])
  const { rows, nextCursor } = cutPage(cards, query.limit, (row) => [order, row.phase, row.value, row.tokenDataId])
  return tokenPage(context, rows, collection, { nextCursor, total }, selection.tokens)
})

/** @throws CollectionNotFoundError */
async function collectionFacts({ facts }: ApiContext, collectionId: string): Promise<CollectionFacts> {
  const collection = await facts.of(collectionId)
  if (collection.name === null) throw new CollectionNotFoundError(collectionId)
  return collection
}

type Query = z.output<typeof listCollectionTokens.query>

async function listByTraits(context: ApiContext, selection: TokenSelection, query: Query) {
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
  return tokenPageOf(context, collectionId, tokenDataIds, { nextCursor, total }, selection.tokens)
}

function placeIn(order: TokenOrder, [of, phase, value, tokenDataId]: z.output<typeof place>): TokenPlace {
  const byName = order === 'name_asc'
  const phases = byName || order === 'last_sale_desc' ? ['all'] : ['listed', 'rest']
  const isValue = byName || phase === 'rest' || /^\d+$/.test(value)
  if (of !== order || !phases.includes(phase) || !isValue) throw new InvalidCursorError()
  return { phase, value, tokenDataId }
}
