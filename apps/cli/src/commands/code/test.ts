import { globSync } from 'node:fs'
import { join } from 'node:path'
import { buildBundle, staleBundles } from '../../bundles/bundles.ts'
import { installCheckTools } from '../../check/deployment/tools.ts'
import { runChecks } from '../../check/run-checks.ts'
import { CHECK_STEPS } from '../../check/steps.ts'
import { type CliConfig, readConfig } from '../../config.ts'
import { Problem } from '../../problem.ts'
import { ROOT } from '../../repository.ts'
import { createProgressBoard, type ProgressBoard } from '../../supervisor/progress-board.ts'
import { changedFiles, touchesContracts, touchesPrograms } from '../../test/changed-files.ts'
import { deleteFailureArtifacts, readFailureArtifacts } from '../../test/failure-artifacts.ts'
import { testContracts } from '../../test/run-contracts.ts'
import { runVitest, type TestPart } from '../../test/run-vitest.ts'
import { createStageClock, type RunSummary, type StageClock } from '../../test/stages.ts'
import { summaryLines } from '../../test/summary-lines.ts'
import { closingLine, type Tally } from '../../test/tally.ts'
import { findTestPrograms } from '../../test/test-programs.ts'
import { writeResult } from '../../write-result.ts'

const PARTS = ['check', 'contracts', 'unit', 'store', 'e2e'] as const
type Part = (typeof PARTS)[number]

export interface TestOptions {
  /** Writes what the run came to into this file. */
  readonly json?: string
  /** Only what the changes since this commit can affect; `true` since the last one. Uncommitted changes count. */
  readonly changed?: string | true
}

/** A run of tests, with everything it needs on the way. */
interface TestRun {
  readonly parts: readonly Part[]
  readonly patterns: readonly string[]
  readonly changed?: string | true
  readonly config: CliConfig
  readonly board: ProgressBoard
  readonly clock: StageClock
}

/** Runs `npm test`: the checks, then every test; words choose parts, or files whose path contains them. */
export async function testCommand(words: readonly string[], { json, changed }: TestOptions): Promise<void> {
  const board = createProgressBoard()
  const patterns = words.filter((word) => !isPart(word))
  const chosen = partsOf(words, patterns)
  const parts = changed === undefined ? chosen : affectedParts(chosen, changed, board.say)
  const clock = createStageClock()
  const run = { parts, patterns, ...(changed && { changed }), config: readConfig(), board, clock }
  deleteFailureArtifacts()
  await runParts(run)
  const summary = clock.summary()
  if (json !== undefined) writeResult('--json', json, `${JSON.stringify(summary, null, 2)}\n`)
  close(summary, words, changed, board)
}

function isPart(word: string): word is Part {
  return PARTS.some((part) => part === word)
}

/**
 * A pattern alone is looked for in all tests, without the checks and the contracts; and without the browser, for
 * which the site would be built, where it fits no journey.
 */
function partsOf(words: readonly string[], patterns: readonly string[]): readonly Part[] {
  const chosen = PARTS.filter((part) => words.includes(part))
  if (chosen.length > 0) return chosen
  if (patterns.length === 0) return PARTS
  return hasJourney(patterns) ? ['unit', 'store', 'e2e'] : ['unit', 'store']
}

function hasJourney(patterns: readonly string[]): boolean {
  const journeys = globSync('e2e/**/*.e2e.test.ts', { cwd: ROOT })
  return journeys.some((path) => patterns.some((pattern) => join(ROOT, path).includes(pattern)))
}

function affectedParts(parts: readonly Part[], since: string | true, say: (line: string) => void): readonly Part[] {
  const files = changedFiles(since === true ? 'HEAD' : since)
  const left = { contracts: !touchesContracts(files), e2e: !touchesPrograms(files) }
  say(
    `${files.length} files changed. ${left.contracts ? 'No' : 'The'} contracts are affected; ${
      left.e2e ? 'no program is, so no browser test runs' : 'a program may be, so all browser tests run'
    }.`,
  )
  return parts.filter((part) => !(part === 'contracts' && left.contracts) && !(part === 'e2e' && left.e2e))
}

/**
 * Stages that need no other's result run in parallel: programs are fetched while the checks and the contracts run,
 * and the site is built behind the checks. Tests run afterwards, with the machine to themselves: with other
 * tests, journeys take longer by as much as is saved, and sometimes time out waiting for pages.
 */
async function runParts({ parts, patterns, changed, config, board, clock }: TestRun): Promise<void> {
  const inProcess = parts.filter((part) => part === 'unit' || part === 'store')
  // Before the programs, as apt-get holds a lock. Without them the checks say less.
  const tools = parts.includes('check') ? await orProblem(() => installCheckTools(config.environment, board.say)) : null
  if (tools instanceof Problem) board.say(tools.message)
  const [env, built] = await Promise.all([
    orProblem(() => findTestPrograms(parts, config, board.say)),
    checkThenBuild(parts, board, clock),
    parts.includes('contracts') ? clock.time('contracts', () => testContracts([], { isWhole: true })) : null,
  ])
  for (const problem of [env, built]) {
    if (!(problem instanceof Problem)) continue
    board.say(problem.message)
    clock.add({ title: 'preparation', seconds: 0, tally: { passed: 0, failed: 1 } })
  }
  const programs = env instanceof Problem ? {} : env
  const affected = { patterns, ...(changed && { changed }), env: { ...config.environment, ...programs } }
  // A test whose programs are missing fails with a message of its own; nothing is skipped.
  if (inProcess.length > 0) await runTests(inProcess, affected, clock)
  // All journeys, because imports do not show what they depend on.
  const { changed: _, ...unrelated } = affected
  if (parts.includes('e2e') && !(built instanceof Problem)) await runTests(['e2e'], unrelated, clock)
}

async function runTests(
  parts: readonly TestPart[],
  options: Omit<Parameters<typeof runVitest>[0], 'parts'>,
  clock: StageClock,
): Promise<void> {
  const { stages, files } = await runVitest({ ...options, parts })
  for (const stage of stages) clock.add(stage)
  clock.addFiles(files)
}

/** The site is built of what the checks' types are read from: one after the other, as both write the route types. */
async function checkThenBuild(
  parts: readonly Part[],
  board: ProgressBoard,
  clock: StageClock,
): Promise<null | Problem> {
  if (parts.includes('check')) await clock.time('checks', () => runChecks(CHECK_STEPS, board.say))
  if (!parts.includes('e2e')) return null
  return orProblem(async () => {
    for (const bundle of staleBundles()) await board.phase(`Building ${bundle.title}`, () => buildBundle(bundle))
    return null
  })
}

/** A problem that a person can fix is no reason to skip the other tests. */
async function orProblem<Result>(work: () => Promise<Result>): Promise<Result | Problem> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function close(
  summary: RunSummary,
  words: readonly string[],
  changed: string | true | undefined,
  board: ProgressBoard,
) {
  const tally: Tally = summary
  // With --changed there may be nothing to run; a pattern has to match something.
  if (tally.passed + tally.failed === 0 && changed === undefined) {
    throw new Problem(`No test fits "${words.join(' ')}".`)
  }
  for (const line of summaryLines(summary, readFailureArtifacts())) board.say(line)
  board.say(closingLine(tally))
  if (tally.failed > 0) process.exitCode = 1
}
