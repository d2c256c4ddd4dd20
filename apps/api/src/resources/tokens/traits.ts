import { getAttribute, listTopTraits, listTraits, listTraitValues } from '@opal/contract/collections/traits'
import type { EndpointOutput } from '@opal/contract/http/endpoint'
import { traitFloorOf } from '@opal/domain/portfolio/exit-choice'
import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import { readOwnListedTokens } from '@opal/store/queries/orders/listings'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { inSteps } from '../../in-steps.ts'
import { pageOfValues, presentTraits, tallySteps } from '../../trait-filter/count-traits.ts'
import { traitColumnsOf } from '../../trait-filter/find-by-traits.ts'
import { toSelection } from '../../trait-filter/token-selection.ts'
import {
  countValues,
  NO_ASKS,
  type StatsOfValue,
  valueAsks,
  withoutOwnListings,
} from '../../trait-filter/trait-stats.ts'
import { percentOf, toText, toTextOrNull } from '../../wire-values.ts'
import { findCollection, isFullId } from '../collections/find-collection.ts'
import { presentAttributes } from './present-token.ts'

export const listTraitsRoute = defineRoute(listTraits, async (context, { params, query }) => {
  const collectionId = await collectionOf(context, params.id)
  const table = await traitColumnsOf(context, collectionId)
  const { tokens, traits } = toSelection(context, collectionId, query)
  const listed = await context.traits.listedOf(collectionId, table, tokens)
  // A token that is not for sale is on no marketplace, so nothing matches, as in the list.
  const filter = {
    ...traits,
    ...tokens,
    ...(tokens.marketplace !== undefined && tokens.listed !== false && { listed: true }),
  }
  return inSteps(presentTraits(await inSteps(tallySteps(table, filter, listed))))
})

/** Returns the collection's id; cached facts prove that it exists. */
async function collectionOf(context: ApiContext, text: string): Promise<string> {
  if (!isFullId(text)) return findCollection(context, text)
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

export const listTopTraitsRoute = defineRoute(listTopTraits, async (context, { body, query }) => {
  const tokens = await readTokens(context.store, [...new Set(body)], context.nowMicros())
  const found = new Map<string, TraitPrices>()
  for (const [collectionId, members] of Map.groupBy(tokens, (token) => token.collectionId)) {
    for (const [id, prices] of await traitPrices(context, collectionId, members, query.walletAddress))
      found.set(id, prices)
  }
  return { data: body.map((tokenDataId) => ({ tokenDataId, ...(found.get(tokenDataId) ?? NO_PRICES) })) }
})

/** Prices that the traits of a token suggest. */
type TraitPrices = Omit<EndpointOutput<typeof listTopTraits>['data'][number], 'tokenDataId'>

const NO_PRICES: TraitPrices = { topTrait: null, traitFloorPrice: null }

async function traitPrices(
  { traits, store }: ApiContext,
  collectionId: string,
  tokens: readonly TokenRow[],
  wallet: string | undefined,
): Promise<readonly (readonly [string, TraitPrices])[]> {
  const table = await traits.columnsOf(collectionId)
  if (table === null) return []
  const [listed, own] = await Promise.all([
    traits.listedOf(collectionId, table),
    wallet === undefined ? [] : readOwnListedTokens(store, wallet, collectionId),
  ])
  const shown = tokens.map((token) => presentAttributes(token.attributes, token.properties))
  const others = own.length === 0 ? listed : withoutOwnListings(table, listed, own)
  const asks = await inSteps(valueAsks(table, others, shown.flat()))
  const statsOf = await countValues(table, listed)
  let at = 0
  return tokens.map(({ tokenDataId }, index) => {
    const priced = (shown[index] ?? []).flatMap((trait) => {
      const { floorOctas, count } = asks[at++] ?? NO_ASKS
      return floorOctas === null ? [] : [{ trait, floorOctas, count }]
    })
    const [top] = priced.toSorted((left, right) =>
      left.floorOctas < right.floorOctas ? 1 : left.floorOctas > right.floorOctas ? -1 : 0,
    )
    const topTrait = top === undefined ? null : presentTopTrait(statsOf, top)
    return [tokenDataId, { topTrait, traitFloorPrice: toTextOrNull(traitFloorOf(priced)) }]
  })
}

function presentTopTrait(
  statsOf: StatsOfValue,
  { trait, floorOctas }: { readonly trait: TokenTrait; readonly floorOctas: bigint },
): TraitPrices['topTrait'] {
  return { ...trait, count: statsOf(trait).count, floorPrice: toText(floorOctas) }
}
