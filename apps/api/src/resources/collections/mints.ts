import type { Collection } from '@opal/contract/collections'
import { listMintingCollections, type MintingCollection } from '@opal/contract/collections/mints'
import { DAY_MICROS } from '@opal/domain/time'
import {
  findMintingCollections,
  type MintingPlace,
  type MintStats,
  readMintStats,
} from '@opal/store/queries/collections/mints'
import * as z from 'zod'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { loadCollections } from './load-collections.ts'

const mintCursor = z.tuple([cursorParts.bigint, cursorParts.address])

/** Collections that are minting now and lately. */
export const listMintingCollectionsRoute = defineRoute(listMintingCollections, async (context, { query }) => {
  const { after, offset } = pageStart(query, mintCursor)
  const found = await findMintingCollections(context.store, {
    take: query.take + 1,
    ...(after && { after: { lastMintMicros: BigInt(after[0]), collectionId: after[1] } }),
    ...(offset !== undefined && { offset }),
  })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [String(row.lastMintMicros), row.collectionId])
  const ids = rows.map((row) => row.collectionId)
  const since = context.nowMicros() - DAY_MICROS
  const [collections, stats] = await Promise.all([
    loadCollections(context, ids, { wallet: null }),
    readMintStats(context.store, ids, since),
  ])
  const lastMints = new Map(rows.map((row: MintingPlace) => [row.collectionId, row.lastMintMicros]))
  const data = collections.flatMap((collection) => {
    const lastMint = lastMints.get(collection.collectionId)
    const mints = stats.get(collection.collectionId)
    return lastMint === undefined || mints === undefined ? [] : [present(collection, mints, lastMint, since)]
  })
  return { data, nextCursor }
})

function present(collection: Collection, mints: MintStats, lastMint: bigint, since: bigint): MintingCollection {
  const soldOut = mints.maxSupply !== null && mints.minted >= mints.maxSupply
  return {
    collection,
    minted: toText(mints.minted),
    maxSupply: toTextOrNull(mints.maxSupply),
    mintedToday: toText(mints.mintedSince),
    minters: toText(mints.minters),
    mintPrice: toTextOrNull(mints.priceOctas),
    firstMintMicros: toText(mints.firstMintMicros),
    lastMintMicros: toText(lastMint),
    isMinting: lastMint >= since && !soldOut,
  }
}
