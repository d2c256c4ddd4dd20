import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { MarketError } from '@opal/domain/errors'
import { z } from 'zod'

/** A folder of recorded data, or a file in it, is not what its layout promises. */
export class SuiteError extends MarketError {
  override readonly code = 'suite-malformed'
  constructor(what: string, cause?: unknown) {
    super(what, { cause })
  }
}

/** One test of a folder of recorded data: transactions in batches, and the rows they must give. */
export interface SuiteTest {
  readonly processor: string
  readonly name: string
  /** Transaction files in order, relative to the folder; each inner list is one batch. */
  readonly batches: readonly (readonly string[])[]
}

const test = z.object({
  processor: z.string().min(1),
  test: z.string().min(1),
  batches: z.array(z.array(z.string().min(1)).min(1)).min(1),
})

/** A test as the index has it; a malformed one keeps its place, so that it is reported. */
export type SuiteEntry =
  | { readonly test: SuiteTest }
  | { readonly fault: string; readonly name: string; readonly processor: string }

/**
 * Reads `expected/index.json` of a folder.
 * @throws SuiteError when the folder has no readable index.
 */
export function readSuite(directory: string): readonly SuiteEntry[] {
  const index = parseFile(directory, 'expected/index.json')
  const tests = z.object({ tests: z.array(z.unknown()) }).safeParse(index)
  if (!tests.success) throw new SuiteError('expected/index.json holds no list "tests"')
  return tests.data.tests.map(toEntry)
}

function toEntry(entry: unknown, position: number): SuiteEntry {
  const parsed = test.safeParse(entry)
  if (parsed.success) {
    const { processor, test: name, batches } = parsed.data
    return { test: { processor, name, batches } }
  }
  const named = z
    .object({ processor: z.string().catch('?'), test: z.string().catch(`tests[${position}]`) })
    .safeParse(entry)
  const issue = parsed.error.issues[0]
  const fault = `the index entry is malformed: ${issue?.path.join('.')}: ${issue?.message}`
  return { fault, processor: named.data?.processor ?? '?', name: named.data?.test ?? `tests[${position}]` }
}

/** Returns the names of the tables for which a test has expected rows. @throws SuiteError when there are none. */
export function expectedTables(directory: string, { processor, name }: SuiteTest): readonly string[] {
  const folder = inside(directory, join('expected', processor, name))
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  if (files.length === 0) throw new SuiteError(`${relative(directory, folder)} holds no expected rows`)
  return files.map((file) => file.slice(0, -'.json'.length)).sort()
}

/** Returns expected rows of one table. @throws SuiteError unless they are a list of objects. */
export function expectedRows(
  directory: string,
  { processor, name }: SuiteTest,
  table: string,
): readonly Record<string, unknown>[] {
  const path = join('expected', processor, name, `${table}.json`)
  const rows = z.array(z.record(z.string(), z.unknown())).safeParse(parseFile(directory, path))
  if (!rows.success) throw new SuiteError(`${path} is not a list of rows`)
  return rows.data
}

/** Returns the path of a transaction file. @throws SuiteError when it leads out of the folder. */
export function transactionPath(directory: string, file: string): string {
  return inside(directory, file)
}

function inside(directory: string, path: string): string {
  const root = realpathSync(directory)
  const full = realpathSync(resolve(root, path))
  if (!full.startsWith(root + sep)) throw new SuiteError(`${path} leads out of the folder`)
  return full
}

/** Keeps integers that a JavaScript number would round as text. */
function parseFile(directory: string, path: string): unknown {
  let text: string
  try {
    text = readFileSync(inside(directory, path), 'utf8')
  } catch (error) {
    throw error instanceof SuiteError ? error : new SuiteError(`${path} cannot be read`, error)
  }
  const exact = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? (context?.source ?? value)
      : value
  try {
    return JSON.parse(text, exact)
  } catch (error) {
    throw new SuiteError(`${path} is not JSON`, error)
  }
}
