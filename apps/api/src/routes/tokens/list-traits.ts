import { LISTED_VALUES, listTraits } from '@opal/contract/endpoints/list-traits'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { toTextOrNull } from '../../present/text.ts'
import { toTraitFilter } from '../../traits/to-trait-filter.ts'
import { traitColumnsOf } from '../../traits/trait-columns-of.ts'
import { countAll } from '../../traits/trait-query.ts'

export const listTraitsRoute = defineRoute(listTraits, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.id)
  const table = await traitColumnsOf(context, collectionId)
  const listed = await context.traits.listedOf(collectionId, table, query.marketplace)
  const onlyListed = query.nftType === 'LISTED' || query.marketplace !== undefined
  const filter = {
    ...toTraitFilter(query),
    ...(onlyListed ? { listed: true } : query.nftType === 'UNLISTED' && { listed: false }),
    ...(query.priceBottom !== undefined && { minOctas: BigInt(query.priceBottom) }),
    ...(query.priceTop !== undefined && { maxOctas: BigInt(query.priceTop) }),
  }
  const { kinds, total } = countAll(table, filter, listed)
  return {
    total,
    data: kinds.map(({ traitType, values }) => ({
      trait_type: traitType,
      valueCount: values.length,
      values: values
        .slice(0, LISTED_VALUES)
        .map(({ value, count, floorOctas }) => ({ value, count, floorPrice: toTextOrNull(floorOctas) })),
    })),
  }
})
