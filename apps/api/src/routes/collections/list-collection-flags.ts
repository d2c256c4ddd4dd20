import { listCollectionFlags } from '@opal/contract/flags'
import { readFlags } from '@opal/store/accounts/collection-flags'
import * as z from 'zod'
import { decodeCursor } from '../../http/cursor.ts'
import { cutPage } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { loadPeople } from '../../load/load-people.ts'
import { presentFlag } from '../../present/present-flag.ts'

const place = z.tuple([z.string().regex(/^\d{1,18}$/)])

export const listCollectionFlagsRoute = defineRoute(listCollectionFlags, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.id)
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, place)
  const page = { take: query.take + 1, ...(after !== null && { beforeId: BigInt(after[0]) }) }
  const found = await readFlags(context.store, collectionId, page)
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [String(row.id)])
  const people = await loadPeople(
    context,
    rows.map(({ wallet }) => wallet),
  )
  return { data: rows.map((row) => presentFlag(row, people)), nextCursor }
})
