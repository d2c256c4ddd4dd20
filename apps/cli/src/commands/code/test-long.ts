import { buildBundle, staleBundles } from '../../bundles/bundles.ts'
import { readConfig } from '../../config.ts'
import { Problem } from '../../problem.ts'
import { createProgressBoard } from '../../supervisor/progress-board.ts'
import { repetitionsOf, repetitionTable } from '../../test/repetitions.ts'
import { runVitest } from '../../test/run-vitest.ts'
import { closingLine, sumTallies, type Tally } from '../../test/tally.ts'
import { findTestPrograms } from '../../test/test-programs.ts'
import type { FileReport } from '../../test/test-report.ts'
import { writeResult } from '../../write-result.ts'

const PARTS = ['unit', 'store', 'e2e'] as const
/** Seed of the first round; each later round uses the next. */
const FIRST_SEED = 20_261_121

export interface TestLongOptions {
  /** Rounds, as written. */
  readonly times: string
  /** Writes the table into this file, as JSON. */
  readonly json?: string
}

/**
 * Runs `npm run test:long`: the tests with their long counts, round after round, each with another seed. It finds tests that fail now and then,
 * and random tests cover more cases than `npm test` has time for.
 */
export async function testLongCommand(words: readonly string[], { times, json }: TestLongOptions): Promise<void> {
  if (!/^[1-9]\d{0,3}$/.test(times)) throw new Problem(`--times takes a whole number from 1, not "${times}".`)
  const config = readConfig()
  const board = createProgressBoard()
  const chosen = PARTS.filter((part) => words.includes(part))
  const parts = chosen.length > 0 ? chosen : PARTS
  const patterns = words.filter((word) => !PARTS.some((part) => part === word))
  const programs = await findTestPrograms(parts, config, board.say)
  if (parts.includes('e2e')) {
    for (const bundle of staleBundles()) await board.phase(`Building ${bundle.title}`, () => buildBundle(bundle))
  }
  const tallies: Tally[] = []
  const rounds: (readonly FileReport[])[] = []
  for (let round = 0; round < Number(times); round += 1) {
    const seed = { TEST_EFFORT: 'long', TEST_SEED: String(FIRST_SEED + round) }
    board.say(`Round ${round + 1} of ${times}: TEST_EFFORT=long TEST_SEED=${seed.TEST_SEED}`)
    const { stages, files } = await runVitest({ parts, patterns, env: { ...config.environment, ...programs, ...seed } })
    tallies.push(...stages.map(({ tally }) => tally))
    rounds.push(files)
    for (const { path, failures } of files) {
      for (const { name, reason } of failures) {
        board.say(`TEST_EFFORT=long TEST_SEED=${seed.TEST_SEED} npm test -- ${path}\n    ${name}: ${reason}`)
      }
    }
  }
  const repetitions = repetitionsOf(rounds)
  if (json !== undefined) writeResult('--json', json, `${JSON.stringify(repetitions, null, 2)}\n`)
  const sum = sumTallies(tallies)
  if (sum.passed + sum.failed === 0) throw new Problem(`No test fits "${words.join(' ')}".`)
  board.say(repetitionTable(repetitions))
  board.say(closingLine(sum))
  if (sum.failed > 0) process.exitCode = 1
}
