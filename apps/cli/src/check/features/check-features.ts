import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** One promised behaviour: a row of `docs/reference/features.md`. */
export interface Feature {
  /** Stable and speaking, e.g. `items.price-range`. */
  readonly id: string
  readonly behaviour: string
  /** Of the specification, e.g. `4` or `2, 9`; `–` for none. */
  readonly section: string
  /** Of the page, from 1. */
  readonly line: number
}

const ROW = /^\| `([^`]+)` \| (.+?) \| ([^|]+?) \|$/
const SECTION = /^(?:–|\d+(?:, \d+)*)$/
const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/

/** Returns the rows of the page, in its order. Tables without an id in backticks in front are none of ours. */
export function readFeatures(page: string): readonly Feature[] {
  return page.split('\n').flatMap((text, index) => {
    const [, id, behaviour, section] = ROW.exec(text) ?? []
    return id === undefined || behaviour === undefined || section === undefined
      ? []
      : [{ id, behaviour, section, line: index + 1 }]
  })
}

/** Returns sentences for ids that are malformed or repeated, and for malformed sections. */
export function faultsOfPage(features: readonly Feature[]): readonly string[] {
  const seen = new Map<string, number>()
  return features.flatMap(({ id, line, section }) => {
    const before = seen.get(id)
    seen.set(id, before ?? line)
    if (!ID.test(id))
      return [`line ${line}: ${id} is no id; write words of a-z and 0-9, joined by - and parted by dots`]
    if (!SECTION.test(section))
      return [`line ${line}: ${section} is no section; write numbers parted by commas, or – for none`]
    return before === undefined ? [] : [`line ${line}: ${id} is on line ${before} already`]
  })
}

/** A test that says which behaviour it proves. */
export interface Citation {
  readonly id: string
  /** Of the test, from the repository's root. */
  readonly path: string
  /** Of the comment, from 1. */
  readonly line: number
  /** Whether the comment is directly above a test, a suite, or another such comment. */
  readonly isOverTest: boolean
}

const COMMENT = /^\s*\/\/ @feature (.+)$/
const TEST = /^\s*(?:it|test|describe)\b/

/** Returns every `// @feature id, id` of a test file. */
export function citationsIn(path: string, text: string): readonly Citation[] {
  const lines = text.split('\n')
  return lines.flatMap((comment, index) => {
    const ids =
      COMMENT.exec(comment)?.[1]
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? []
    const isOverTest = TEST.test(lines.slice(index + 1).find((line) => !isComment(line)) ?? '')
    return ids.map((id) => ({ id, path, line: index + 1, isOverTest }))
  })
}

function isComment(line: string): boolean {
  return line.trim() === '' || line.trim().startsWith('//')
}

/** Returns the faults of the features: those that no test cites, and inconsistent citations. */
export function faultsOf({ uncited, faults }: Pick<FeatureReport, 'uncited' | 'faults'>): readonly string[] {
  return [...uncited.map(({ id, line }) => `${FEATURES_PAGE}:${line} ${id} is cited by no test`), ...faults]
}

/** The page of features. */
export const FEATURES_PAGE = 'docs/reference/features.md'
const TESTS = [
  '{packages,apps,dev}/*/**/*.test.{ts,tsx}',
  '{e2e,bench,contracts}/**/*.test.ts',
  // Journeys that a test file runs together with others, on one network.
  'e2e/**/*.journey.ts',
]
const LEFT_OUT = new Set(['node_modules', 'build', 'dist', 'generated'])

/** The features, the tests that prove them, and the mismatches between the two. */
export interface FeatureReport {
  readonly features: readonly Feature[]
  readonly citations: readonly Citation[]
  /** No test cites them. */
  readonly uncited: readonly Feature[]
  /** Sentences: a malformed page, a citation of an unknown id, or one that is not above a test. */
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
