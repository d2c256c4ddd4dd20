import { listTraits } from '@opal/contract/traits'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError } from '../../errors.ts'
import { PreparedJson } from '../../http/prepared-json.ts'
import { defineRoute } from '../../http/route.ts'
import { findCollection, isFullId } from '../../load/find-collection.ts'
import { toSelection } from '../../load/token-selection.ts'
import { tallyTraits } from '../../traits/tally-traits.ts'
import { traitColumnsOf } from '../../traits/trait-columns-of.ts'
import { writeTraits } from '../../traits/write-traits.ts'

export const listTraitsRoute = defineRoute(listTraits, async (context, { params, query }) => {
  const collectionId = await collectionOf(context, params.id)
  const table = await traitColumnsOf(context, collectionId)
  const { tokens, traits } = toSelection(context, collectionId, query)
  const listed = await context.traits.listedOf(collectionId, table, tokens)
  // What is not for sale is at no marketplace: then nothing matches, as in the list.
  const filter = {
    ...traits,
    ...tokens,
    ...(tokens.marketplace !== undefined && tokens.listed !== false && { listed: true }),
  }
  return new PreparedJson(writeTraits(tallyTraits(table, filter, listed)))
})

/** What is kept of a collection says that there is one, too. */
async function collectionOf(context: ApiContext, text: string): Promise<string> {
  if (!isFullId(text)) return findCollection(context, text)
  if ((await context.facts.of(text)).name === null) throw new CollectionNotFoundError(text)
  return text
}
