import type { Attribute } from '@opal/contract/tokens'
import { LEAST_LISTED } from '@opal/domain/portfolio/exit-choice'
import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import { type ByValue, readTraitSummary, type TraitSummary } from '@opal/store/queries/traits/trait-summary'
import type { ApiContext } from '../context.ts'
import { presentAttribute, type ValueAsks } from '../trait-filter/trait-stats.ts'
import { createValueCache, type ValueCache } from './value-cache.ts'

/**
 * Counts and floors of a collection's traits, much smaller than its trait columns. An entry is deleted when the change feed names its
 * collection; changes without a message show after the ttl.
 */
export interface TraitSummaryCache extends Omit<ValueCache<TraitSummary>, 'getMany'> {
  /** Presents traits with their counts and floors; null where the collection's trait columns are needed. */
  get(collectionId: string, traits: readonly TokenTrait[]): Promise<Attribute[] | null>
  /**
   * Returns what is for sale with each trait, in their order; null where the collection's trait columns are needed. Of a collection with more
   * listings than are read a number may be too low, but not below {@link LEAST_LISTED}.
   */
  asksOf(collectionId: string, traits: readonly TokenTrait[]): Promise<readonly TraitAsks[] | null>
  /** Returns floor and number of listed tokens of each trait of which some are known to be listed. */
  listedOf(collectionId: string, traits: readonly TokenTrait[]): Promise<readonly ListedTrait[]>
}

/** Tokens for sale with a trait, and how many tokens have it. */
export interface TraitAsks extends ValueAsks {
  readonly tokens: number
}

/** Listings of tokens with a trait. */
export interface ListedTrait {
  readonly trait: TokenTrait
  readonly floorOctas: bigint
  /** Listed tokens; of a collection with more listings than are read at least so many. */
  readonly count: number
}

const MAX_BYTES = 64 * 1024 * 1024
/** Memory of one value with its count and floor, its text included; longer texts are cut where traits are read. */
const VALUE_BYTES = 250
const REFRESH_BATCH = 10

/** Creates the cache. @param ttlMs 0 caches nothing. */
export function createTraitSummaryCache({ store }: Pick<ApiContext, 'store'>, ttlMs: number): TraitSummaryCache {
  const cache = createValueCache<TraitSummary>({
    ttlMs,
    refreshBatch: REFRESH_BATCH,
    maxBytes: MAX_BYTES,
    bytesOf: ({ counts }) => VALUE_BYTES * (1 + sizeOf(counts)),
    load: async (ids) => {
      const read = await Promise.all(ids.map((id) => readTraitSummary(store.preparedPool, id)))
      return new Map(ids.flatMap((id, at) => (read[at] == null ? [] : [[id, read[at]] as const])))
    },
  })
  return {
    ...cache,
    async get(collectionId, traits) {
      const [summary] = await cache.getMany([collectionId])
      return summary == null ? null : attributesOf(summary, traits)
    },
    async asksOf(collectionId, traits) {
      const [summary] = await cache.getMany([collectionId])
      if (summary == null) return null
      const asks = traits.map((trait) => asksIn(summary, trait))
      return summary.isWhole || asks.every(({ count }) => count >= LEAST_LISTED) ? asks : null
    },
    async listedOf(collectionId, traits) {
      const [summary] = await cache.getMany([collectionId])
      if (summary == null) return []
      return traits.flatMap((trait) => {
        const { floorOctas, count } = asksIn(summary, trait)
        return floorOctas === null ? [] : [{ trait, floorOctas, count }]
      })
    },
  }
}

function attributesOf(summary: TraitSummary, traits: readonly TokenTrait[]): Attribute[] | null {
  const attributes: Attribute[] = []
  for (const trait of traits) {
    const { floorOctas, tokens: count } = asksIn(summary, trait)
    if (floorOctas === null && !summary.isWhole) return null
    attributes.push(presentAttribute(trait, { count, floorOctas }))
  }
  return attributes
}

function asksIn({ counts, floors, listed }: TraitSummary, { trait_type: trait, value }: TokenTrait): TraitAsks {
  return {
    floorOctas: floors.get(trait)?.get(value) ?? null,
    count: listed.get(trait)?.get(value) ?? 0,
    tokens: counts.get(trait)?.get(value) ?? 0,
  }
}

function sizeOf(counts: ByValue<number>): number {
  return [...counts.values()].reduce((sum, values) => sum + values.size, 0)
}
