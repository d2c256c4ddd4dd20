import { setImmediate } from 'node:timers/promises'
import { highestOf, type OthersTrait, traitFloorOf } from '@opal/domain/portfolio/exit-choice'
import { distinctTraits, type TokenTrait } from '@opal/domain/tokens/token-traits'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { ExitToken } from '@opal/store/queries/portfolio/exit-facts'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import type { TraitSummaryCache } from '../../cache/trait-summary-cache.ts'
import { presentAttributes } from '../tokens/present-token.ts'

/** The fields of an item that decide its trait floor. */
interface TraitItem {
  readonly token: Pick<TokenHead, 'tokenDataId' | 'collectionId' | 'attributes' | 'properties'> &
    Pick<ExitToken, 'lastSaleOctas'>
  /** Octas of the usual floor of its collection, where sales support it. */
  readonly floorOctas: bigint | null
  /** Cheapest first. */
  readonly ownListings: readonly Pick<ListingRow, 'priceOctas' | 'validity'>[]
}

/** Most valuable collections whose trait floors are looked up: each costs two statements where it is not cached. */
const TRAIT_COLLECTIONS = 20

/** Items whose traits are read before other calls get a turn: strangers write dozens for each of hundreds of items. */
const ITEMS_PER_STEP = 20

/** Adds the highest floor of each item's traits among what others have for sale. */
export async function withTraitFloors<Item extends TraitItem>(
  summaries: Pick<TraitSummaryCache, 'listedOf'>,
  items: readonly Item[],
): Promise<readonly (Item & { readonly traitFloorOctas: bigint | null })[]> {
  const first = new Set([...new Set(items.map(({ token }) => token.collectionId))].slice(0, TRAIT_COLLECTIONS))
  const traits = new Map<Item, TraitsByKey>()
  for (const [at, item] of items.entries()) {
    if (first.has(item.token.collectionId)) traits.set(item, traitsOf(item))
    if (at % ITEMS_PER_STEP === 0) await setImmediate()
  }
  const others = await othersAsks(summaries, traits)
  return items.map((item) => {
    const asks = [...(traits.get(item)?.keys() ?? [])].flatMap((key) => others.get(key) ?? [])
    return { ...item, traitFloorOctas: traitFloorOf(asks, highestOf([item.floorOctas, item.token.lastSaleOctas])) }
  })
}

/** Traits of an item, each once. */
type TraitsByKey = ReadonlyMap<string, TokenTrait>

function traitsOf({ token }: TraitItem): TraitsByKey {
  const traits = distinctTraits(presentAttributes(token.attributes, token.properties))
  return new Map(traits.map((trait) => [traitKey(token.collectionId, trait), trait]))
}

function traitKey(collectionId: string, { trait_type, value }: TokenTrait): string {
  return JSON.stringify([collectionId, trait_type, value])
}

/** Returns what others have for sale with each trait, for all items that have it. */
async function othersAsks(
  summaries: Pick<TraitSummaryCache, 'listedOf'>,
  traits: ReadonlyMap<TraitItem, TraitsByKey>,
): Promise<ReadonlyMap<string, OthersTrait>> {
  const own = ownAsks(traits)
  const wanted = new Map<string, Map<string, TokenTrait>>()
  for (const [{ token }, byKey] of traits) {
    if (byKey.size === 0) continue
    const known = wanted.get(token.collectionId) ?? new Map<string, TokenTrait>()
    wanted.set(token.collectionId, known)
    for (const [key, trait] of byKey) known.set(key, trait)
  }
  const asks = await Promise.all(
    [...wanted].map(async ([collectionId, byKey]) => {
      const listed = await summaries.listedOf(collectionId, [...byKey.values()])
      return listed.flatMap(({ trait, floorOctas, count }) => {
        const key = traitKey(collectionId, trait)
        const ours = own.get(key)
        // A floor set by the wallet's own listing says nothing.
        if (ours?.prices.has(floorOctas)) return []
        return [[key, { floorOctas, count: count - (ours?.tokens ?? 0) }] as const]
      })
    }),
  )
  return new Map(asks.flat())
}

/** Own tokens for sale with a trait. */
interface OwnAsks {
  /** The lowest price of each, octas. */
  readonly prices: Set<bigint>
  tokens: number
}

/** Returns the own tokens that can be bought, by their traits. */
function ownAsks(traits: ReadonlyMap<TraitItem, TraitsByKey>): ReadonlyMap<string, OwnAsks> {
  const tokens = new Map<string, { readonly octas: bigint; readonly item: TraitItem }>()
  for (const item of traits.keys()) {
    for (const { priceOctas: octas, validity } of item.ownListings) {
      const known = tokens.get(item.token.tokenDataId)
      if (validity === 'valid' && (known === undefined || octas < known.octas))
        tokens.set(item.token.tokenDataId, { octas, item })
    }
  }
  const asks = new Map<string, OwnAsks>()
  for (const { octas, item } of tokens.values()) {
    for (const key of traits.get(item)?.keys() ?? []) {
      const known = asks.get(key) ?? { prices: new Set<bigint>(), tokens: 0 }
      asks.set(key, known)
      known.prices.add(octas)
      known.tokens += 1
    }
  }
  return asks
}
