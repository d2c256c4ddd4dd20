import { runChecks } from '../../check/run-checks.ts'
import { CHECK_STEPS } from '../../check/steps.ts'
import { closingLine } from '../../test/tally.ts'

/** Runs `npm run check`: everything about the code that needs no run of it. */
export async function checkCommand(): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const tally = await runChecks(CHECK_STEPS, say)
  say(closingLine(tally))
  if (tally.failed > 0) process.exitCode = 1
}
