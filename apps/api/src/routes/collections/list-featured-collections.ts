import { listFeaturedCollections } from '@opal/contract/collections'
import { findCollections } from '@opal/store/queries/collections/find-collections'
import { defineRoute } from '../../http/route.ts'
import { loadCollections } from '../../load/load-collections.ts'

const MOST = 12
/** Shown where the operator has chosen none. */
const UNCHOSEN = 6

/** The operator's choice; until there is one, the most traded of the week. */
export const listFeaturedCollectionsRoute = defineRoute(listFeaturedCollections, async (context) => {
  const ranking = { ranking: 'SEVEN_D_VOLUME', descending: true, nowMicros: context.nowMicros() } as const
  const chosen = await findCollections(context.store, { ...ranking, featuredOnly: true, take: MOST })
  const shown = chosen.length > 0 ? chosen : await findCollections(context.store, { ...ranking, take: UNCHOSEN })
  const ids = shown.map((row) => row.collectionId)
  return { data: await loadCollections(context, ids, { wallet: null }) }
})
