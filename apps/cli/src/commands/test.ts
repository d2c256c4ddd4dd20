import { buildBundle, staleBundles } from '../bundles/bundles.ts'
import { runChecks } from '../check/run-checks.ts'
import { CHECK_STEPS } from '../check/steps.ts'
import { type CliConfig, readConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { createProgressBoard, type ProgressBoard } from '../supervisor/progress-board.ts'
import { CHROMIUM } from '../test/chromium.ts'
import { findProgram } from '../test/debian-program.ts'
import { REDIS } from '../test/redis.ts'
import { testContracts } from '../test/run-contracts.ts'
import { runVitest, type TestPart } from '../test/run-vitest.ts'
import { closingLine, sumTallies, type Tally } from '../test/tally.ts'

const PARTS = ['check', 'contracts', 'unit', 'store', 'e2e'] as const
type Part = (typeof PARTS)[number]

/** `npm test`: the checks, then every test; words choose parts, or files whose path contains them. */
export async function testCommand(words: readonly string[]): Promise<void> {
  const config = readConfig()
  const board = createProgressBoard()
  const isPart = (word: string): word is Part => PARTS.some((part) => part === word)
  const patterns = words.filter((word) => !isPart(word))
  const chosen = PARTS.filter((part) => words.includes(part))
  // A pattern alone is looked for in all tests, without the checks and the contracts.
  const parts =
    chosen.length > 0
      ? chosen
      : PARTS.filter((part) => patterns.length === 0 || (part !== 'check' && part !== 'contracts'))
  const tallies: Tally[] = []
  if (parts.includes('check')) tallies.push(await runChecks(CHECK_STEPS, board.say))
  if (parts.includes('contracts')) tallies.push(await testContracts())
  const inProcess = parts.filter((part) => part === 'unit' || part === 'store')
  if (inProcess.length > 0) tallies.push(await runInProcess(inProcess, patterns, config, board))
  if (parts.includes('e2e')) tallies.push(await runBrowserTests(patterns, config, board))
  close(sumTallies(tallies), words, board)
}

/** Those on the store may start a Redis, which must be there. Without one they fail in a sentence; nothing is skipped. */
async function runInProcess(
  parts: readonly TestPart[],
  patterns: readonly string[],
  config: CliConfig,
  board: ProgressBoard,
): Promise<Tally> {
  try {
    const redis = parts.includes('store') ? { REDIS_SERVER_PATH: findProgram(REDIS, config, board.say) } : {}
    return await runVitest({ parts, patterns, env: { ...config.environment, ...redis } })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    board.say(error.message)
    return { passed: 0, failed: 1 }
  }
}

/** They look at the built site, in a browser that must be there. Without one they fail in a sentence; nothing is skipped. */
async function runBrowserTests(patterns: readonly string[], config: CliConfig, board: ProgressBoard): Promise<Tally> {
  try {
    const env = { ...config.environment, CHROME_PATH: findProgram(CHROMIUM, config, board.say) }
    for (const bundle of staleBundles()) await board.phase(`Building ${bundle.title}`, () => buildBundle(bundle))
    const parts: readonly TestPart[] = ['e2e']
    return await runVitest({ parts, patterns, env })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    board.say(error.message)
    return { passed: 0, failed: 1 }
  }
}

function close(tally: Tally, words: readonly string[], board: ProgressBoard): void {
  if (tally.passed + tally.failed === 0) throw new Problem(`No test fits "${words.join(' ')}".`)
  board.say(closingLine(tally))
  if (tally.failed > 0) process.exitCode = 1
}
