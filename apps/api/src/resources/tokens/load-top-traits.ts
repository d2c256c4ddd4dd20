import type { listTopTraits } from '@opal/contract/collections/traits'
import type { EndpointOutput } from '@opal/contract/http/endpoint'
import { highestOf, traitFloorOf } from '@opal/domain/portfolio/exit-choice'
import { compareOctas } from '@opal/domain/prices/octas'
import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import { readLastSales } from '@opal/store/queries/activity/activities'
import { type OwnListedToken, readOwnListedTokens } from '@opal/store/queries/orders/listings'
import { readOthersFloors } from '@opal/store/queries/portfolio/exit-facts'
import { readTokenHeads, type TokenHead } from '@opal/store/queries/tokens/token-heads'
import type { TraitAsks } from '../../cache/trait-summary-cache.ts'
import type { ApiContext } from '../../context.ts'
import { inSteps } from '../../event-loop.ts'
import { countValues, valueAsks, withoutOwnListings } from '../../trait-filter/trait-stats.ts'
import { usualFloorNow } from '../../usual-floor-now.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { presentAttributes } from './present-token.ts'

type TopTraits = EndpointOutput<typeof listTopTraits>['data']

/** Prices that the traits of a token suggest. */
type TraitPrices = Omit<TopTraits[number], 'tokenDataId'>

const NO_PRICES: TraitPrices = { topTrait: null, traitFloorPrice: null }

type Traits = Pick<ApiContext, 'store' | 'traits' | 'traitSummaries' | 'nowMicros'>

/** Loads the dearest trait of each of some tokens, in their order. @param wallet whose own listings do not count. */
export async function loadTopTraits(
  context: Traits,
  tokenDataIds: readonly string[],
  wallet: string | undefined,
): Promise<TopTraits> {
  const tokens = await readTokenHeads(context.store, [...new Set(tokenDataIds)])
  const knownOf = await loadKnownPrices(context, tokens, wallet)
  const found = new Map<string, TraitPrices>()
  for (const [collectionId, members] of Map.groupBy(tokens, (token) => token.collectionId)) {
    const priced = await traitPrices(context, { collectionId, tokens: members, wallet, knownOf })
    for (const [id, prices] of priced) found.set(id, prices)
  }
  return tokenDataIds.map((tokenDataId) => ({ tokenDataId, ...(found.get(tokenDataId) ?? NO_PRICES) }))
}

/** Returns the higher of a token's last sale and its collection's usual floor in octas; null where neither is known. */
type KnownPrice = (token: TokenHead) => bigint | null

/** Loads what trait floors are compared with. @param wallet whose own listings are in no floor. */
async function loadKnownPrices(
  context: Traits,
  tokens: readonly TokenHead[],
  wallet: string | undefined,
): Promise<KnownPrice> {
  const ids = tokens.map(({ tokenDataId }) => tokenDataId)
  const collectionIds = [...new Set(tokens.map(({ collectionId }) => collectionId))]
  const sellers = wallet === undefined ? [] : [wallet]
  const [floors, read] = await Promise.all([
    readOthersFloors(context.store, collectionIds, { ...usualFloorNow(context), sellers }),
    readLastSales(context.store, ids),
  ])
  const sales = new Map(read.map(({ tokenDataId, priceOctas }) => [tokenDataId, priceOctas]))
  return ({ tokenDataId, collectionId }) =>
    highestOf([floors.get(collectionId)?.octas ?? null, sales.get(tokenDataId) ?? null])
}

interface TokensOfCollection {
  readonly collectionId: string
  readonly tokens: readonly TokenHead[]
  readonly wallet: string | undefined
  readonly knownOf: KnownPrice
}

async function traitPrices(
  context: Traits,
  { collectionId, tokens, wallet, knownOf }: TokensOfCollection,
): Promise<readonly (readonly [string, TraitPrices])[]> {
  const own = wallet === undefined ? [] : await readOwnListedTokens(context.store, wallet, collectionId)
  const shown = tokens.map(({ attributes, properties }) => presentAttributes(attributes, properties))
  const asks = await asksOf(context, collectionId, shown.flat(), own)
  if (asks === null) return []
  let at = 0
  return tokens.map((token, index) => {
    const priced = (shown[index] ?? []).flatMap((trait) => {
      const { floorOctas, ...counts } = asks[at++] ?? NO_ASKS
      return floorOctas === null ? [] : [{ trait, floorOctas, ...counts }]
    })
    const [top] = priced.toSorted((one, other) => compareOctas(other.floorOctas, one.floorOctas))
    const topTrait = top === undefined ? null : { ...top.trait, count: top.tokens, floorPrice: toText(top.floorOctas) }
    return [token.tokenDataId, { topTrait, traitFloorPrice: toTextOrNull(traitFloorOf(priced, knownOf(token))) }]
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
