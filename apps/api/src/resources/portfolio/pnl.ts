import type { PortfolioPnl } from '@opal/contract/portfolio/pnl'
import { getMySummary, getUserPnl, type Lot, listUserLots } from '@opal/contract/portfolio/pnl'
import { type NewestLot, type NewestLotPlace, readNewestLots } from '@opal/store/queries/portfolio/lots'
import { type Portfolio, readPortfolio } from '@opal/store/queries/portfolio/portfolio'
import * as z from 'zod'
import { cursorParts, cutPage, decodeCursor } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'

export const getUserPnlRoute = defineRoute(getUserPnl, async ({ store }, { params, query }) =>
  presentPnl(await readPortfolio(store, params.wallet, query.collectionId)),
)

export const getMySummaryRoute = defineRoute(getMySummary, async ({ store }, { query }) => {
  const pnl = presentPnl(await readPortfolio(store, query.walletAddress, query.collectionId))
  return {
    totalNfts: pnl.totalCount,
    listedNfts: pnl.listedCount,
    estimated: pnl.estimatedPrice,
    cost: pnl.costPrice,
    unRealizedPL: pnl.unrealizedPNL,
    realizedPL: pnl.realizedPNL,
  }
})

const lotCursor = z.tuple([
  cursorParts.bigint,
  cursorParts.address,
  cursorParts.numeric,
  cursorParts.integer,
  cursorParts.bigint,
])

export const listUserLotsRoute = defineRoute(listUserLots, async ({ store }, { params, query }) => {
  const filter = {
    wallet: params.wallet,
    state: query.state,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
    ...(query.tokenDataId !== undefined && { tokenDataId: query.tokenDataId }),
    ...(query.cost !== 'any' && { isCostKnown: query.cost === 'known' }),
  }
  const after = query.cursor === undefined ? null : toPlace(decodeCursor(query.cursor, lotCursor))
  const found = await readNewestLots(store, filter, { take: query.take + 1, ...(after !== null && { after }) })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [
    String(row.lastVersion),
    row.tokenDataId,
    String(row.propertyVersion),
    row.lotIndex,
    String(row.acquiredVersion),
  ])
  return { data: rows.map(presentLot), nextCursor }
})

function toPlace([lastVersion, tokenDataId, edition, lotIndex, acquired]: z.output<typeof lotCursor>): NewestLotPlace {
  return {
    lastVersion: BigInt(lastVersion),
    tokenDataId,
    propertyVersion: BigInt(edition),
    lotIndex,
    acquiredVersion: BigInt(acquired),
  }
}

/** A wallet's cost and gain as the contract shows them. */
function presentPnl(portfolio: Portfolio): PortfolioPnl {
  return {
    costPrice: toText(portfolio.costOctas),
    estimatedPrice: toText(portfolio.estimateOctas),
    knownCostEstimate: toText(portfolio.knownCostEstimateOctas),
    realizedPNL: toText(portfolio.realisedOctas),
    unrealizedPNL: toText(portfolio.unrealisedOctas),
    totalCount: toText(portfolio.totalCount),
    listedCount: Number(portfolio.listedCount),
    unknownCostCount: toText(portfolio.unknownCostCount),
    soldCount: toText(portfolio.soldCount),
    soldUnknownCount: toText(portfolio.soldUnknownCount),
  }
}

/** A lot as the contract shows it: realised gain where it was sold, unrealised while it is held. */
function presentLot(row: NewestLot): Lot {
  return {
    id: `${row.tokenDataId}-${row.propertyVersion}-${row.acquiredVersion}-${row.lotIndex}`,
    tokenDataId: row.tokenDataId,
    tokenName: row.tokenName,
    tokenImage: row.tokenImage,
    propertyVersion: toText(row.propertyVersion),
    collectionId: row.collectionId,
    collectionName: row.collectionName,
    amount: toText(row.amount),
    acquired: {
      by: row.acquiredBy,
      version: toText(row.acquiredVersion),
      atMicros: toText(row.acquiredAtMicros),
      transactionHash: row.acquiredHash,
    },
    cost: toTextOrNull(row.costOctas),
    released: releaseOf(row),
    proceeds: toTextOrNull(row.proceedsOctas),
    estimate: toTextOrNull(row.estimateOctas),
    gain: toTextOrNull(gainOf(row)),
  }
}

function releaseOf(row: NewestLot): Lot['released'] {
  if (row.releasedVersion === null || row.releasedAtMicros === null || row.releasedBy === null) return null
  return {
    by: row.releasedBy,
    version: toText(row.releasedVersion),
    atMicros: toText(row.releasedAtMicros),
    transactionHash: row.releasedHash,
  }
}

function gainOf({ costOctas, proceedsOctas, estimateOctas, releasedVersion }: NewestLot): bigint | null {
  const worth = releasedVersion === null ? estimateOctas : proceedsOctas
  return costOctas === null || worth === null ? null : worth - costOctas
}
