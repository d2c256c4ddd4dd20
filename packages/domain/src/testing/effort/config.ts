/** `short` in every `npm test`, `long` in `npm run test:long` (TEST_EFFORT). */
export const isLong = process.env.TEST_EFFORT === 'long'

/** Factor by which a long run multiplies a count that has no long value of its own. */
const LONG_TIMES = 10

/** Runs of properties that name no number: fast-check's default, or ten times that. */
export const usualRuns = runs(100)

/** Seed of every random test (TEST_SEED): fixed in short runs, different in each round of a long one. */
export const testSeed = Number(process.env.TEST_SEED || 20_261_121)

/** Returns how many random cases to try: `short` in `npm test`, `long` in `npm run test:long`. */
export function runs(short: number, long = short * LONG_TIMES): number {
  return isLong ? long : short
}

/**
 * Returns `short` of these cases in `npm test`, always the same ones, spread over the list, and all of them in `npm run test:long`: for
 * combinations that are each worth a test, although a few show that the feature works.
 */
export function sample<T>(cases: readonly T[], short: number, first = 0): readonly T[] {
  if (isLong) return cases
  const step = cases.length / short
  return Array.from({ length: short }, (_, index) => cases[(first + Math.floor(index * step)) % cases.length] as T)
}

/**
 * Environment that repeats a failure, for messages of tests with random numbers of their own; fast-check prints
 * its own.
 */
export const repeatCommand = `${isLong ? 'TEST_EFFORT=long ' : ''}TEST_SEED=${testSeed}`
