import { listPendingClaims } from '@opal/contract/endpoints/list-pending-claims'
import { readPendingClaims } from '@opal/store/read/read-pending-claims'
import { defineRoute } from '../../http/route.ts'
import { loadTokens } from '../../load/load-tokens.ts'
import { toText } from '../../present/text.ts'

export const listPendingClaimsRoute = defineRoute(listPendingClaims, async (context, { params, query }) => {
  const rows = await readPendingClaims(context.store, params.wallet, {
    take: query.take,
    offset: (query.page - 1) * query.take,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
  })
  const tokens = await loadTokens(context, [...new Set(rows.map((row) => row.tokenDataId))])
  const byId = new Map(tokens.map((token) => [token.tokenDataId, token]))
  return {
    data: rows.map((row) => ({
      collection_id: row.collectionId,
      collection_name: row.collectionName,
      creator_address: row.creatorAddress,
      token_data_id: row.tokenDataId,
      name: row.name,
      from_address: row.fromAddress,
      property_version: toText(row.propertyVersion),
      token_uri: row.tokenUri,
      image: row.image,
      amount: toText(row.amount),
      rarity: byId.get(row.tokenDataId)?.rarity ?? null,
      listed_price: byId.get(row.tokenDataId)?.listedPrice ?? null,
      top_bid: byId.get(row.tokenDataId)?.topBid?.price ?? null,
    })),
  }
})
