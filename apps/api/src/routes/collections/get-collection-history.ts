import { getCollectionHistory, HISTORY_WINDOWS } from '@opal/contract/collection-stats'
import { HOUR_MICROS } from '@opal/domain/time'
import { readCollectionHistory } from '@opal/store/queries/collections/collection-history'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { toText, toTextOrNull } from '../../present/text.ts'

export const getCollectionHistoryRoute = defineRoute(getCollectionHistory, async (context, { params, query }) => {
  const { hours, stepHours } = HISTORY_WINDOWS[query.window]
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
