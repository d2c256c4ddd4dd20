import type { listTopTraits } from '@opal/contract/collections/traits'
import type { EndpointOutput } from '@opal/contract/http/endpoint'
import { traitFloorOf } from '@opal/domain/portfolio/exit-choice'
import { compareOctas } from '@opal/domain/prices/octas'
import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import { type OwnListedToken, readOwnListedTokens } from '@opal/store/queries/orders/listings'
import { readTokenHeads, type TokenHead } from '@opal/store/queries/tokens/token-heads'
import type { TraitAsks } from '../../cache/trait-summary-cache.ts'
import type { ApiContext } from '../../context.ts'
import { inSteps } from '../../in-steps.ts'
import { countValues, valueAsks, withoutOwnListings } from '../../trait-filter/trait-stats.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { presentAttributes } from './present-token.ts'

type TopTraits = EndpointOutput<typeof listTopTraits>['data']

/** Prices that the traits of a token suggest. */
type TraitPrices = Omit<TopTraits[number], 'tokenDataId'>

const NO_PRICES: TraitPrices = { topTrait: null, traitFloorPrice: null }

type Traits = Pick<ApiContext, 'store' | 'traits' | 'traitSummaries'>

/** Loads the dearest trait of each of some tokens, in their order. @param wallet whose own listings do not count. */
export async function loadTopTraits(
  context: Traits,
  tokenDataIds: readonly string[],
  wallet: string | undefined,
): Promise<TopTraits> {
  const tokens = await readTokenHeads(context.store, [...new Set(tokenDataIds)])
  const found = new Map<string, TraitPrices>()
  for (const [collectionId, members] of Map.groupBy(tokens, (token) => token.collectionId)) {
    for (const [id, prices] of await traitPrices(context, collectionId, members, wallet)) found.set(id, prices)
  }
  return tokenDataIds.map((tokenDataId) => ({ tokenDataId, ...(found.get(tokenDataId) ?? NO_PRICES) }))
}

async function traitPrices(
  context: Traits,
  collectionId: string,
  tokens: readonly TokenHead[],
  wallet: string | undefined,
): Promise<readonly (readonly [string, TraitPrices])[]> {
  const own = wallet === undefined ? [] : await readOwnListedTokens(context.store, wallet, collectionId)
  const shown = tokens.map(({ attributes, properties }) => presentAttributes(attributes, properties))
  const asks = await asksOf(context, collectionId, shown.flat(), own)
  if (asks === null) return []
  let at = 0
  return tokens.map(({ tokenDataId }, index) => {
    const priced = (shown[index] ?? []).flatMap((trait) => {
      const { floorOctas, ...counts } = asks[at++] ?? NO_ASKS
      return floorOctas === null ? [] : [{ trait, floorOctas, ...counts }]
    })
    const [top] = priced.toSorted((one, other) => compareOctas(other.floorOctas, one.floorOctas))
    const topTrait = top === undefined ? null : { ...top.trait, count: top.tokens, floorPrice: toText(top.floorOctas) }
    return [tokenDataId, { topTrait, traitFloorPrice: toTextOrNull(traitFloorOf(priced)) }]
  })
}

const NO_ASKS: TraitAsks = { floorOctas: null, count: 0, tokens: 0 }

/**
 * Returns what is for sale with each of some traits, in their order: by the collection's columns where they are in memory, or where own listings are
 * left out; loads them where its summary is not enough. Null for a collection that is too large for that.
 */
async function asksOf(
  { traits, traitSummaries }: Traits,
  collectionId: string,
  wanted: readonly TokenTrait[],
  own: readonly OwnListedToken[],
): Promise<readonly TraitAsks[] | null> {
  const cached = traits.cachedColumnsOf(collectionId)
  const summarized = cached === undefined && own.length === 0 ? await traitSummaries.asksOf(collectionId, wanted) : null
  if (summarized !== null) return summarized
  const table = cached === undefined ? await traits.columnsOf(collectionId) : cached
  if (table === null) return null
  const listed = await traits.listedOf(collectionId, table)
  const others = own.length === 0 ? listed : withoutOwnListings(table, listed, own)
  const asks = await inSteps(valueAsks(table, others, wanted))
  const statsOf = await countValues(table, listed)
  return wanted.map((trait, at) => ({ ...NO_ASKS, ...asks[at], tokens: statsOf(trait).count }))
}
