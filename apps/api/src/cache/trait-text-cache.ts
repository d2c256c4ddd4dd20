import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import { type ByValue, readTraitSummary, type TraitSummary } from '@opal/store/queries/traits/trait-summary'
import type { ApiContext } from '../context.ts'
import { figureText } from '../trait-filter/trait-stats.ts'
import { keepValues } from './value-cache.ts'

/**
 * Traits of tokens as their pages show them, with what the collection has in common, which is read once for all its tokens: much less
 * than its columns. Dropped when the feed tells of the collection; what the feed does not tell of may be as old as its life.
 */
export interface KeptTraitTexts {
  /** JSON of each trait; null where that takes the collection's columns. */
  of(collectionId: string, traits: readonly TokenTrait[]): Promise<readonly string[] | null>
  hear(collectionId: string | null): void
  forgetAll(): void
}

/** Collections that are kept. */
const MAX_ENTRIES = 600
/** One of more values is read each time: it would take the room of many. */
const MOST_VALUES = 2_000
const AHEAD_BY = 10

/** @param lifeMs 0 keeps nothing. */
export function createKeptTraitTexts({ store }: Pick<ApiContext, 'store'>, lifeMs: number): KeptTraitTexts {
  const kept = keepValues<TraitSummary>({
    lifeMs,
    lifeOf: ({ counts }) => (sizeOf(counts) > MOST_VALUES ? 0 : lifeMs),
    aheadBy: AHEAD_BY,
    most: MAX_ENTRIES,
    make: async (ids) => {
      const read = await Promise.all(ids.map((id) => readTraitSummary(store.preparedPool, id)))
      return new Map(ids.flatMap((id, at) => (read[at] == null ? [] : [[id, read[at]] as const])))
    },
  })
  return {
    async of(collectionId, traits) {
      const [summary] = await kept.of([collectionId])
      return summary == null ? null : textsOf(summary, traits)
    },
    hear: (collectionId) => {
      if (collectionId !== null) kept.forget(collectionId)
    },
    forgetAll: kept.forgetAll,
  }
}

function textsOf({ counts, floors, isWhole }: TraitSummary, traits: readonly TokenTrait[]): readonly string[] | null {
  const texts: string[] = []
  for (const trait of traits) {
    const floorOctas = floors.get(trait.trait_type)?.get(trait.value) ?? null
    if (floorOctas === null && !isWhole) return null
    texts.push(figureText(trait, { count: counts.get(trait.trait_type)?.get(trait.value) ?? 0, floorOctas }))
  }
  return texts
}

function sizeOf(counts: ByValue<number>): number {
  return [...counts.values()].reduce((sum, values) => sum + values.size, 0)
}
