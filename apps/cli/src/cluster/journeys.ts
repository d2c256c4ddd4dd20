import type { CliConfig } from '../config.ts'
import { runVitest } from '../test/run-vitest.ts'
import { closingLine, sumTallies } from '../test/tally.ts'
import { findTestPrograms } from '../test/test-programs.ts'
import type { RunningCluster } from './run-cluster.ts'

/** Browser journeys that pause and cut nothing, and that six people suffice for. */
const JOURNEYS = ['e2e/browse.e2e.test.ts', 'e2e/trade.e2e.test.ts']

/** Plays browser journeys of `npm test` on a running cluster. Exit code 1 when one fails. */
export async function playJourneys(
  { cluster }: Pick<RunningCluster, 'cluster'>,
  config: CliConfig,
  say: (line: string) => void,
): Promise<void> {
  const programs = await findTestPrograms(['e2e'], config, say)
  const env = {
    ...config.environment,
    ...programs,
    E2E_INSTANCE_DIR: cluster.directory.path,
    // Workers do not know which of the six people the other one plays.
    VITEST_MAX_WORKERS: '1',
  }
  const { stages } = await runVitest({ parts: ['e2e'], patterns: JOURNEYS, env })
  const tally = sumTallies(stages.map((stage) => stage.tally))
  say(closingLine(tally))
  if (tally.failed > 0 || tally.passed === 0) process.exitCode = 1
}
