import { listUserLots } from '@opal/contract/pnl'
import { type NewestLotPlace, readNewestLots } from '@opal/store/queries/portfolio/lots'
import * as z from 'zod'
import { decodeCursor } from '../../http/cursor.ts'
import { cutPage } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { presentLot } from '../../present/present-lot.ts'

const whole = z.string().regex(/^\d{1,18}$/)
const place = z.tuple([
  whole,
  z.string().max(66),
  z.string().regex(/^\d{1,20}$/),
  z.number().int().min(0).max(2_147_483_647),
])

export const listUserLotsRoute = defineRoute(listUserLots, async ({ store }, { params, query }) => {
  const filter = {
    wallet: params.wallet,
    state: query.state,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
    ...(query.tokenDataId !== undefined && { tokenDataId: query.tokenDataId }),
    ...(query.cost !== 'any' && { isCostKnown: query.cost === 'known' }),
  }
  const after = query.cursor === undefined ? null : toPlace(decodeCursor(query.cursor, place))
  const found = await readNewestLots(store, filter, { take: query.take + 1, ...(after !== null && { after }) })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [
    String(row.lastVersion),
    row.tokenDataId,
    String(row.propertyVersion),
    row.lotIndex,
  ])
  return { data: rows.map(presentLot), nextCursor }
})

function toPlace([lastVersion, tokenDataId, propertyVersion, lotIndex]: z.output<typeof place>): NewestLotPlace {
  return { lastVersion: BigInt(lastVersion), tokenDataId, propertyVersion: BigInt(propertyVersion), lotIndex }
}
