import { listTraitValues } from '@opal/contract/traits'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { toTextOrNull } from '../../present/text.ts'
import { traitColumnsOf } from '../../traits/trait-columns-of.ts'
import { countTraits } from '../../traits/trait-query.ts'

export const listTraitValuesRoute = defineRoute(listTraitValues, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.id)
  const table = await traitColumnsOf(context, collectionId)
  const listed = await context.traits.listedOf(collectionId, table)
  const kind = countTraits(table, { traits: [] }, listed).find(({ traitType }) => traitType === params.trait)
  const part = query.q.toLowerCase()
  const values = (kind?.values ?? []).filter(({ value }) => value.toLowerCase().includes(part))
  const start = (query.page - 1) * query.limit
  return {
    total: values.length,
    data: values
      .slice(start, start + query.limit)
      .map(({ value, count, floorOctas }) => ({ value, count, floorPrice: toTextOrNull(floorOctas) })),
  }
})
