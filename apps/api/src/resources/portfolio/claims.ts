import { listPendingClaims, listSentOffers } from '@opal/contract/portfolio/claims'
import type { Token } from '@opal/contract/tokens'
import { type OfferSide, type PendingClaimRow, readPendingClaims } from '@opal/store/queries/portfolio/pending-claims'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { toText } from '../../wire-values.ts'
import { loadSupplies } from '../collections/load-collections.ts'
import { loadTokens } from '../tokens/load-tokens.ts'

/** Version, token, property version and other wallet of an offer. */
const claimCursor = z.tuple([cursorParts.bigint, cursorParts.address, cursorParts.numeric, cursorParts.address])

export const listPendingClaimsRoute = defineRoute(listPendingClaims, async (context, { params, query }) => {
  const { rows, nextCursor } = await loadOffers(context, params.wallet, 'received', query)
  return { data: rows.map(({ claim }) => claim), nextCursor }
})

export const listSentOffersRoute = defineRoute(listSentOffers, async (context, { params, query }) => {
  const { rows, nextCursor } = await loadOffers(context, params.wallet, 'sent', query)
  return { data: rows.map(({ row, claim }) => ({ ...claim, to_address: row.toAddress })), nextCursor }
})

/** Loads a page of the offers of a wallet, on one side of them. */
async function loadOffers(
  context: ApiContext,
  wallet: string,
  side: OfferSide,
  query: Parameters<typeof pageStart>[0] & { readonly collectionId?: string | undefined },
) {
  const { after, offset } = pageStart(query, claimCursor)
  const found = await readPendingClaims(context.store, wallet, {
    side,
    take: query.take + 1,
    ...(after && {
      after: {
        version: BigInt(after[0]),
        tokenDataId: after[1],
        propertyVersion: BigInt(after[2]),
        otherAddress: after[3],
      },
    }),
    ...(offset !== undefined && { offset }),
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
  })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [
    String(row.version),
    row.tokenDataId,
    String(row.propertyVersion),
    row.otherAddress,
  ])
  const ids = [...new Set(rows.map((row) => row.tokenDataId))]
  const [tokens, supplies] = await Promise.all([
    loadTokens(context, ids, wallet),
    loadSupplies(
      context,
      rows.map((row) => row.collectionId),
    ),
  ])
  const byId = new Map(tokens.map((token) => [token.tokenDataId, token]))
  const presented = rows.map((row) => {
    return { row, claim: presentClaim(row, byId.get(row.tokenDataId), supplies.get(row.collectionId) ?? 0) }
  })
  return { rows: presented, nextCursor }
}

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
