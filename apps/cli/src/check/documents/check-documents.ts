import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkFeatures } from '../features/check-features.ts'

/** The page that holds both product documents against the product. */
const DOCUMENTS_PAGE = 'docs/reference/documents.md'
const ENDPOINTS_PAGE = 'docs/reference/endpoints.md'

const STATUSES = ['done', 'departed', 'open'] as const
type Status = (typeof STATUSES)[number]

/** One demand of a product document. */
export interface Demand {
  /** Title of the document. */
  readonly document: string
  /** Within the document, from 1. */
  readonly number: number
  readonly status: string
  /** Features, calls and test files, as the row cites them. */
  readonly proofs: readonly string[]
  /** Decision files, from the repository's root. */
  readonly decisions: readonly string[]
  /** Of the page, from 1. */
  readonly line: number
}

/** Proofs that the rows may cite. */
export interface Provers {
  /** Ids of features that a test cites. */
  readonly features: ReadonlySet<string>
  /** Ids of endpoints; `apps/api/src/resources/every-call.store.test.ts` sends every one. */
  readonly calls: ReadonlySet<string>
  readonly isFile: (path: string) => boolean
}

const DOCUMENT = /^# Document: (.+)$/
const ROW = /^\| (\d+) \| (.+?) \| (\w+) \| (.*) \|$/
const TOTAL = /^\| \[?([^|\]]+?)\]?(?:\([^|]*\))? \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/
const PROOF = /`([^`]+)`/g
const DECISION = /\]\(\.\.\/(decisions\/[^)#]+)(?:#[^)]*)?\)/g
const TEST_FILE = /\.(?:test\.tsx?|journey\.ts)$/

/** Checks the page of the repository at `root`. @returns a sentence for each fault. */
export function checkDocuments(root: string): readonly string[] {
  const { features, uncited } = checkFeatures(root)
  const withoutTest = new Set(uncited.map(({ id }) => id))
  const endpoints = readFileSync(join(root, ENDPOINTS_PAGE), 'utf8')
  return faultsOfDocuments(readFileSync(join(root, DOCUMENTS_PAGE), 'utf8'), {
    features: new Set(features.map(({ id }) => id).filter((id) => !withoutTest.has(id))),
    calls: new Set([...endpoints.matchAll(/\| `([a-z-]+)` \|/g)].map(([, id]) => id ?? '')),
    isFile: (path) => existsSync(join(root, path)),
  }).map((fault) => `${DOCUMENTS_PAGE}${fault}`)
}

/** Finds rows without a proof or with one that does not exist, gaps in the numbers, and wrong counts. */
export function faultsOfDocuments(page: string, provers: Provers): readonly string[] {
  const demands = readDemands(page)
  return [
    ...unreadRows(page, demands),
    ...[...Map.groupBy(demands, ({ document }) => document).values()].flatMap(gapsOf),
    ...demands.flatMap((demand) => faultsOf(demand, provers).map((fault) => `:${demand.line} ${fault}`)),
    ...wrongTotals(page, demands),
  ]
}

/** Reads the rows of the page, in its order. */
export function readDemands(page: string): readonly Demand[] {
  let document = ''
  return page.split('\n').flatMap((text, index) => {
    document = DOCUMENT.exec(text)?.[1] ?? document
    const [, number, , status, proof] = ROW.exec(text) ?? []
    if (number === undefined || status === undefined || proof === undefined || document === '') return []
    const proofs = [...proof.matchAll(PROOF)].map(([, cited]) => cited ?? '')
    const decisions = [...proof.matchAll(DECISION)].map(([, path]) => `docs/${path}`)
    return [{ document, number: Number(number), status, proofs, decisions, line: index + 1 }]
  })
}

/** Finds table rows that the pattern does not match: they would go unchecked. */
function unreadRows(page: string, demands: readonly Demand[]): readonly string[] {
  const read = new Set(demands.map(({ line }) => line))
  const start = page.split('\n').findIndex((text) => DOCUMENT.test(text))
  return page
    .split('\n')
    .flatMap((text, index) =>
      index > start && /^\|/.test(text) && !/^\|(?: row \||-{3})/.test(text) && !read.has(index + 1)
        ? [`:${index + 1} is no row: write | number | demand | status | proof |`]
        : [],
    )
}

function gapsOf(demands: readonly Demand[]): readonly string[] {
  return demands.flatMap(({ number, line }, index) =>
    number === index + 1 ? [] : [`:${line} has the number ${number} instead of ${index + 1}`],
  )
}

function faultsOf({ status, proofs, decisions }: Demand, provers: Provers): readonly string[] {
  if (!isStatus(status)) return [`has the status ${status}; write ${STATUSES.join(', ')}`]
  const faults = decisions.filter((path) => !provers.isFile(path)).map((path) => `cites ${path}, which is not there`)
  if (status === 'departed' && decisions.length === 0) faults.push('departs without a decision')
  if (status === 'done' && proofs.length === 0) faults.push('is done without a proof')
  // The proof of an open row may not exist yet.
  if (status !== 'open') faults.push(...proofs.flatMap((proof) => faultOfProof(proof, provers)))
  return faults
}

function faultOfProof(proof: string, { features, calls, isFile }: Provers): readonly string[] {
  if (TEST_FILE.test(proof)) return isFile(proof) ? [] : [`cites ${proof}, which is not there`]
  if (proof.includes('.')) return features.has(proof) ? [] : [`cites ${proof}, which is no feature that a test proves`]
  return calls.has(proof) ? [] : [`cites ${proof}, which is no endpoint`]
}

/** Compares the table above the first document: its last row sums the others up. */
function wrongTotals(page: string, demands: readonly Demand[]): readonly string[] {
  const documents = Map.groupBy(demands, ({ document }) => document)
  const expected = new Map([...documents, ['both', demands] as const].map(([name, rows]) => [name, totalsOf(rows)]))
  const written = new Map(
    page.split('\n').flatMap((text) => {
      const [, name, ...totals] = TOTAL.exec(text) ?? []
      return name === undefined ? [] : [[name, totals.join(' ')] as const]
    }),
  )
  return [...expected].flatMap(([name, totals]) =>
    written.get(name) === totals ? [] : [`: the totals of "${name}" (rows ${STATUSES.join(' ')}) are ${totals}`],
  )
}

function totalsOf(demands: readonly Demand[]): string {
  const count = (wanted: Status) => demands.filter(({ status }) => status === wanted).length
  return [demands.length, ...STATUSES.map(count)].join(' ')
}

function isStatus(text: string): text is Status {
  return (STATUSES as readonly string[]).includes(text)
}
