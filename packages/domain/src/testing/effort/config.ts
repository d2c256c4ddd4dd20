/** `short` in every `npm test`, `long` in `npm run test:long` (TEST_EFFORT). */
export const isLong = process.env.TEST_EFFORT === 'long'

/** What a long run makes of a count that it is told nothing else about. */
const LONG_TIMES = 10

/** Of properties that name no count: what fast-check takes by itself, or ten times that. */
export const usualRuns = runs(100)

/** What every random test starts from (TEST_SEED): the same in every short run, another in each round of a long one. */
export const testSeed = Number(process.env.TEST_SEED || 20_261_121)

/** How often something random is tried: `short` times in `npm test`, `long` times in `npm run test:long`. */
export function runs(short: number, long = short * LONG_TIMES): number {
  return isLong ? long : short
}

/**
 * Returns `short` of these cases in `npm test`, always the same ones, spread over the list, and all of them in `npm run test:long`: for
 * combinations that are each worth a test, of which a few show that the kind of thing works.
 */
export function sample<T>(cases: readonly T[], short: number, first = 0): readonly T[] {
  if (isLong) return cases
  const step = cases.length / short
  return Array.from({ length: short }, (_, index) => cases[(first + Math.floor(index * step)) % cases.length] as T)
}

/** How to see again what just failed, for messages of tests that throw dice of their own; fast-check's is printed by it. */
export const repeatCommand = `${isLong ? 'TEST_EFFORT=long ' : ''}TEST_SEED=${testSeed}`
