import { getAttribute, listTopTraits, listTraits, listTraitValues } from '@opal/contract/collections/traits'
import { isAddress } from '@opal/domain/address'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError } from '../../errors.ts'
import { inSteps } from '../../event-loop.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { pageOfValues, presentTraits, tallySteps } from '../../trait-filter/count-traits.ts'
import { traitColumnsOf } from '../../trait-filter/find-by-traits.ts'
import { toSelection } from '../../trait-filter/token-selection.ts'
import { countValues } from '../../trait-filter/trait-stats.ts'
import { percentOf, toTextOrNull } from '../../wire-values.ts'
import { findCollection } from '../collections/find-collection.ts'
import { loadTopTraits } from './load-top-traits.ts'

export const listTraitsRoute = defineRoute(listTraits, async (context, { params, query }) => {
  const collectionId = await collectionOf(context, params.id)
  const table = await traitColumnsOf(context, collectionId)
  const { tokens, traits } = toSelection(context, collectionId, query)
  const listed = await context.traits.listedOf(collectionId, table, tokens)
  // Unlisted tokens are on no marketplace: with both filters nothing matches, as in the list.
  const filter = {
    ...traits,
    ...tokens,
    ...(tokens.marketplace !== undefined && tokens.listed !== false && { listed: true }),
  }
  return inSteps(presentTraits(await inSteps(tallySteps(table, filter, listed))))
})

/** Returns the collection's id; cached facts prove that it exists. */
async function collectionOf(context: ApiContext, text: string): Promise<string> {
  if (!isAddress(text)) return findCollection(context, text)
  if ((await context.facts.get(text)).name === null) throw new CollectionNotFoundError(text)
  return text
}

export const listTraitValuesRoute = defineRoute(listTraitValues, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.id)
  const table = await traitColumnsOf(context, collectionId)
  const listed = await context.traits.listedOf(collectionId, table)
  const tallies = await inSteps(tallySteps(table, { traits: [] }, listed))
  const { page, limit: take } = query
  const asked = { part: query.q.toLowerCase(), start: (page - 1) * take, take }
  const { total, values } = await inSteps(pageOfValues(tallies, params.trait, asked))
  return {
    total,
    data: values.map(({ value, count, floorOctas }) => ({ value, count, floorPrice: toTextOrNull(floorOctas) })),
  }
})

export const getAttributeRoute = defineRoute(getAttribute, async (context, { params }) => {
  const collectionId = await findCollection(context, params.id)
  const table = await traitColumnsOf(context, collectionId)
  const statsOf = await countValues(table, await context.traits.listedOf(collectionId, table))
  const { count, floorOctas } = statsOf({ trait_type: params.name, value: params.value })
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

export const listTopTraitsRoute = defineRoute(listTopTraits, async (context, { body, query }) => ({
  data: await loadTopTraits(context, body, query.walletAddress),
}))
