import { getAttribute } from '@opal/contract/traits'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { percentOf, toTextOrNull } from '../../present/text.ts'
import { traitColumnsOf } from '../../traits/trait-columns-of.ts'
import { figureOf } from '../../traits/value-figures.ts'

export const getAttributeRoute = defineRoute(getAttribute, async (context, { params }) => {
  const collectionId = await findCollection(context, params.id)
  const table = await traitColumnsOf(context, collectionId)
  const listed = await context.traits.listedOf(collectionId, table)
  const { count, floorOctas } = figureOf(table, listed, { traitType: params.name, value: params.value })
  const supply = table.ids.length
  return {
    trait_type: params.name,
    value: params.value,
    count,
    supply,
    percent: percentOf(count, supply),
    floorPrice: toTextOrNull(floorOctas),
  }
})
