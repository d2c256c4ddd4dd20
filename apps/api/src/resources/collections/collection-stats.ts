import {
  getCollectionHistory,
  getHoldingTimes,
  HOLDING_DAYS,
  listCollectionOwners,
  listSupplies,
} from '@opal/contract/collections/collection-stats'
import { HISTORY_STEPS } from '@opal/contract/constants/windows'
import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import { readCollectionHistory } from '@opal/store/queries/collections/collection-history'
import { readCollectionOwners, readOwnerAges, readTokenAges } from '@opal/store/queries/collections/owners'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import * as z from 'zod'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { loadWalletNames, presentWallet } from '../names/wallet-names.ts'
import { findCollection, findCollectionByAnyName } from './find-collection.ts'
import { withOwnCounts } from './owner-counts.ts'

export const getCollectionHistoryRoute = defineRoute(getCollectionHistory, async (context, { params, query }) => {
  const { hours, stepHours } = HISTORY_STEPS[query.window]
  const toMicros = context.nowMicros()
  const fromMicros = toMicros - BigInt(hours) * HOUR_MICROS
  const collectionId = await findCollection(context, params.id)
  const points = await readCollectionHistory(context.store, collectionId, { fromMicros, toMicros, stepHours })
  return {
    stepHours,
    data: points.map((point) => ({
      atMicros: toText(point.atMicros),
      floorPrice: toTextOrNull(point.floorOctas),
      listedCount: Number(point.listedCount),
      ownerCount: Number(point.ownerCount),
      volume: toText(point.volumeOctas),
      sales: Number(point.sales),
      volumeWithoutWash: toText(point.volumeOctas - point.washOctas),
      salesWithoutWash: Number(point.sales - point.washSales),
    })),
  }
})

const BOUNDS = HOLDING_DAYS.map((days) => BigInt(days) * DAY_MICROS)

export const getHoldingTimesRoute = defineRoute(getHoldingTimes, async (context, { params }) => {
  const collectionId = await findCollection(context, params.id)
  const asked = { fromMicros: BOUNDS, nowMicros: context.nowMicros() }
  const [tokens, owners] = await Promise.all([
    readTokenAges(context.store, collectionId, asked),
    readOwnerAges(context.store, collectionId, asked),
  ])
  return {
    buckets: HOLDING_DAYS.map((fromDays, at) => ({
      fromDays,
      toDays: HOLDING_DAYS[at + 1] ?? null,
      tokens: toText(tokens.counts[at] ?? 0n),
      owners: toText(owners.counts[at] ?? 0n),
    })),
    medianTokenMicros: toTextOrNull(tokens.medianMicros),
    medianOwnerMicros: toTextOrNull(owners.medianMicros),
  }
})

const ownerCursor = z.tuple([cursorParts.numeric, cursorParts.address])

export const listCollectionOwnersRoute = defineRoute(listCollectionOwners, async (context, { params, query }) => {
  const { store, nowMicros } = context
  const collectionId = await findCollectionByAnyName(context, params.name)
  const { after, offset } = pageStart(query, ownerCursor)
  const [found, [collection]] = await Promise.all([
    readCollectionOwners(store, collectionId, {
      take: query.take + 1,
      ...(after && { after: { held: BigInt(after[0]), wallet: after[1] } }),
      ...(offset !== undefined && { offset }),
    }),
    readCollections(store.preparedPool, [collectionId], { nowMicros: nowMicros(), wallet: null }),
  ])
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [String(row.held), row.wallet])
  const walletNames = await loadWalletNames(
    context,
    rows.map((row) => row.wallet),
  )
  const data = rows.map((row) => ({ owner: presentWallet(row.wallet, walletNames), held: toText(row.held) }))
  return { data, nextCursor, total: Number(collection?.ownerCount ?? 0n) }
})

export const listSuppliesRoute = defineRoute(listSupplies, async (context, { body }) => {
  const { store, nowMicros } = context
  const rows = await readCollections(store.preparedPool, [...new Set(body.collectionIds)], {
    nowMicros: nowMicros(),
    wallet: null,
  })
  return {
    data: (await withOwnCounts(context, rows)).map((row) => ({
      collectionId: row.collectionId,
      supply: Number(row.supply),
      holders: Number(row.ownerCount),
    })),
  }
})
