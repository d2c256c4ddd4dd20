import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Citation, citationsIn } from './citations-in.ts'
import { type Feature, faultsOfPage, readFeatures } from './read-features.ts'

/** Where the promises stand. */
export const FEATURES_PAGE = 'docs/reference/features.md'
const TESTS = [
  '{packages,apps,dev}/*/**/*.test.{ts,tsx}',
  '{e2e,bench,contracts}/**/*.test.ts',
  // Journeys that a test file runs beside others, on one network.
  'e2e/**/*.journey.ts',
]
const LEFT_OUT = new Set(['node_modules', 'build', 'dist', 'generated'])

/** The promises, the tests that prove them, and what does not fit together. */
export interface FeatureReport {
  readonly features: readonly Feature[]
  readonly citations: readonly Citation[]
  /** No test cites them. */
  readonly uncited: readonly Feature[]
  /** Sentences: a malformed page, a citation of an id that is not there, or one that stands over no test. */
  readonly faults: readonly string[]
}

/** Reads the page and every test below `root`. */
export function checkFeatures(root: string): FeatureReport {
  const tests = globSync(TESTS, { cwd: root, exclude: (name) => LEFT_OUT.has(name) }).map((path) =>
    path.split(sep).join('/'),
  )
  const citations = tests.sort().flatMap((path) => citationsIn(path, readFileSync(join(root, path), 'utf8')))
  return compareFeatures(readFeatures(readFileSync(join(root, FEATURES_PAGE), 'utf8')), citations)
}

/** Holds the promises against the citations: which are proven by no test, and which citations name none. */
export function compareFeatures(features: readonly Feature[], citations: readonly Citation[]): FeatureReport {
  const promised = new Set(features.map(({ id }) => id))
  const proven = new Set(citations.map(({ id }) => id))
  return {
    features,
    citations,
    uncited: features.filter(({ id }) => !proven.has(id)),
    faults: [
      ...faultsOfPage(features).map((sentence) => `${FEATURES_PAGE}: ${sentence}`),
      ...citations.flatMap(({ id, path, line, isOverTest }) => {
        if (!promised.has(id)) return [`${path}:${line} cites ${id}, which ${FEATURES_PAGE} does not hold`]
        return isOverTest ? [] : [`${path}:${line} cites ${id} over no test`]
      }),
    ],
  }
}
