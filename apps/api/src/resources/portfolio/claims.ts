import { listPendingClaims } from '@opal/contract/portfolio/claims'
import type { Token } from '@opal/contract/tokens'
import { type PendingClaimRow, readPendingClaims } from '@opal/store/queries/portfolio/pending-claims'
import * as z from 'zod'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { toText } from '../../wire-values.ts'
import { loadSupplies } from '../collections/load-collections.ts'
import { loadTokens } from '../tokens/load-tokens.ts'

/** Version, token, property version and offerer of a claim. */
const claimCursor = z.tuple([cursorParts.bigint, cursorParts.address, cursorParts.numeric, cursorParts.address])

export const listPendingClaimsRoute = defineRoute(listPendingClaims, async (context, { params, query }) => {
  const { after, offset } = pageStart(query, claimCursor)
  const found = await readPendingClaims(context.store, params.wallet, {
    take: query.take + 1,
    ...(after && {
      after: {
        version: BigInt(after[0]),
        tokenDataId: after[1],
        propertyVersion: BigInt(after[2]),
        fromAddress: after[3],
      },
    }),
    ...(offset !== undefined && { offset }),
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
  })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [
    String(row.version),
    row.tokenDataId,
    String(row.propertyVersion),
    row.fromAddress,
  ])
  const ids = [...new Set(rows.map((row) => row.tokenDataId))]
  const [tokens, supplies] = await Promise.all([
    loadTokens(context, ids, params.wallet),
    loadSupplies(
      context,
      rows.map((row) => row.collectionId),
    ),
  ])
  const byId = new Map(tokens.map((token) => [token.tokenDataId, token]))
  return {
    data: rows.map((row) => presentClaim(row, byId.get(row.tokenDataId), supplies.get(row.collectionId) ?? 0)),
    nextCursor,
  }
})

function presentClaim(row: PendingClaimRow, token: Token | undefined, collectionSupply: number) {
  return {
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
    rarity: token?.rarity ?? null,
    collection_supply: collectionSupply,
    listed_price: token?.listedPrice ?? null,
    top_bid: token?.topBid?.price ?? null,
  }
}
