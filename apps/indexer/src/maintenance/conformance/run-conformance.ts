import { openScratchDatabases, type ScratchDatabases } from '@opal/store/maintenance/inspect/scratch-databases'
import { startTemporaryCluster } from '@opal/store/testing/servers/temporary-cluster'
import type { Comparison, Level } from './compare-rows.ts'
import { type OfferedProcessor, offeredProcessor } from './processors.ts'
import { runTest } from './run-test.ts'
import { readSuite, type SuiteEntry, SuiteError, type SuiteTest } from './suite.ts'

export interface ConformanceOptions {
  /** A folder laid out like the recorded data: `expected/index.json` and what it names. */
  readonly directory: string
  /** Processors or tests to run; empty runs all. */
  readonly only: readonly string[]
  readonly level: Level
  /** Provider of scratch databases; null starts a server of our own in a temporary folder. */
  readonly databases: ScratchDatabases | null
  readonly write: (line: string) => void
}

export interface ConformanceResult {
  readonly passed: number
  readonly failed: number
}

/**
 * Holds the indexer against recorded rows: a line per test, then `N passed, N failed`. Processors that are not offered
 * count as neither.
 * @throws SuiteError when the folder has no readable index, or `only` names nothing in it.
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  const entries = select(readSuite(options.directory), options.only)
  await using stack = new AsyncDisposableStack()
  const databases = options.databases ?? (await openOwnDatabases(stack))
  const notOffered = new Map<string, number>()
  let passed = 0
  let failed = 0
  for (const entry of entries) {
    const { processor, name } = nameOf(entry)
    const offered = offeredProcessor(processor)
    if (offered === null) {
      notOffered.set(processor, (notOffered.get(processor) ?? 0) + 1)
      continue
    }
    const { difference, excused } = await judge(entry, offered, options, databases)
    for (const proof of excused) options.write(`EXCUSED ${processor}/${name}: ${proof}`)
    if (difference === null) {
      options.write(`PASS ${processor}/${name}`)
      passed += 1
    } else {
      options.write(`FAIL ${processor}/${name}: ${difference}`)
      failed += 1
    }
  }
  for (const [processor, count] of notOffered) options.write(`NOT OFFERED ${processor} (${count} tests)`)
  options.write(`${passed} passed, ${failed} failed`)
  return { passed, failed }
}

async function openOwnDatabases(stack: AsyncDisposableStack): Promise<ScratchDatabases> {
  const { databaseUrl } = stack.use(await startTemporaryCluster())
  return stack.use(await openScratchDatabases(databaseUrl))
}

function nameOf(entry: SuiteEntry): Pick<SuiteTest, 'processor' | 'name'> {
  return 'test' in entry ? entry.test : entry
}

function select(entries: readonly SuiteEntry[], only: readonly string[]): readonly SuiteEntry[] {
  const namesOf = (entry: SuiteEntry) => {
    const { processor, name } = nameOf(entry)
    return [processor, name, `${processor}/${name}`]
  }
  const unknown = only.filter((name) => !entries.some((entry) => namesOf(entry).includes(name)))
  if (unknown.length > 0) throw new SuiteError(`the folder has no processor or test named ${unknown.join(', ')}`)
  return only.length === 0 ? entries : entries.filter((entry) => namesOf(entry).some((name) => only.includes(name)))
}

async function judge(
  entry: SuiteEntry,
  processor: OfferedProcessor,
  { directory, level }: ConformanceOptions,
  databases: ScratchDatabases,
): Promise<Comparison> {
  if ('fault' in entry) return { difference: entry.fault, excused: [] }
  try {
    return await runTest({ directory, test: entry.test, processor, level, databases })
  } catch (error) {
    return { difference: error instanceof Error ? firstLine(error.message) : String(error), excused: [] }
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 500) ?? ''
}
