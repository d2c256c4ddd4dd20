import { listCollectionOwners } from '@opal/contract/collection-stats'
import { readCollectionOwners } from '@opal/store/queries/collections/owners'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import * as z from 'zod'
import { cutPage, pageStart } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { findCollectionByAnyName } from '../../load/find-collection.ts'
import { loadPeople } from '../../load/load-people.ts'
import { presentWallet } from '../../present/present-wallet.ts'
import { toText } from '../../present/text.ts'

const place = z.tuple([z.string().regex(/^\d{1,40}$/), z.string().regex(/^0x[0-9a-f]{64}$/)])

export const listCollectionOwnersRoute = defineRoute(listCollectionOwners, async (context, { params, query }) => {
  const { store, nowMicros } = context
  const collectionId = await findCollectionByAnyName(context, params.name)
  const { after, offset } = pageStart(query, place)
  const [found, [collection]] = await Promise.all([
    readCollectionOwners(store, collectionId, {
      take: query.take + 1,
      ...(after && { after: { held: BigInt(after[0]), wallet: after[1] } }),
      ...(offset !== undefined && { offset }),
    }),
    readCollections(store, [collectionId], { nowMicros: nowMicros(), wallet: null }),
  ])
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [String(row.held), row.wallet])
  const people = await loadPeople(
    context,
    rows.map((row) => row.wallet),
  )
  const data = rows.map((row) => ({ owner: presentWallet(row.wallet, people), held: toText(row.held) }))
  return { data, nextCursor, total: Number(collection?.ownerCount ?? 0n) }
})
