import { getHoldingTimes, HOLDING_DAYS } from '@opal/contract/collection-stats'
import { DAY_MICROS } from '@opal/domain/time'
import { readHoldingMedians, readHoldingTimes } from '@opal/store/queries/collections/owners'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { toText, toTextOrNull } from '../../present/text.ts'

const BOUNDS = HOLDING_DAYS.map((days) => BigInt(days) * DAY_MICROS)

export const getHoldingTimesRoute = defineRoute(getHoldingTimes, async (context, { params }) => {
  const collectionId = await findCollection(context, params.id)
  const now = context.nowMicros()
  const [rows, medians] = await Promise.all([
    readHoldingTimes(context.store, collectionId, BOUNDS, now),
    readHoldingMedians(context.store, collectionId, now),
  ])
  return {
    buckets: rows.map(({ bucket, tokens, owners }) => ({
      fromDays: HOLDING_DAYS[bucket] ?? 0,
      toDays: HOLDING_DAYS[bucket + 1] ?? null,
      tokens: toText(tokens),
      owners: toText(owners),
    })),
    medianTokenMicros: toTextOrNull(medians.tokenMicros),
    medianOwnerMicros: toTextOrNull(medians.ownerMicros),
  }
})
