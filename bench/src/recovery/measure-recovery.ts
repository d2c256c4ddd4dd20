import { setTimeout as delay } from 'node:timers/promises'
import { median } from '@opal/domain/testing/statistics'
import type { BenchOptions } from '../benchmark.ts'
import { costMeasurement, type Measurement } from '../measurement.ts'
import { createRepricer, type Repricer } from '../web/trade-on.ts'
import { KILLED_PROGRAMS, type KilledProgram, RunningOpal } from './running-opal.ts'

const GOAL_SECONDS = 5
/** Away from instances that someone may have running. */
const PORT_OFFSET = 4_700
/** Time that a program runs before the supervisor's pauses between its starts begin at the shortest again. */
const SETTLED_MS = 31_000
/** One try at a trade; longer than any that succeeds on a machine left alone. */
const TRY_MS = 3_000
const LOST_AFTER_MS = 120_000

/**
 * Measures how long after a program was killed a new trade is built, signed, committed and shown: prices are changed again
 * and again, and the first that the API shows with its live message sent counts.
 * @throws Error when that takes two minutes.
 */
export async function* measureRecovery({ runs, only, say }: BenchOptions): AsyncGenerator<Measurement> {
  say('recovery: an instance of its own with the demo market')
  await using opal = await RunningOpal.start(PORT_OFFSET)
  const { socket: apiUrl, node: nodeUrl, accounts } = opal.network
  const repricer = await createRepricer({ apiUrl, nodeUrl, accounts })
  await recovered(opal, repricer)
  for (const program of KILLED_PROGRAMS.filter((name) => only === null || name === only)) {
    const seconds: number[] = []
    for (let run = 1; run <= runs; run += 1) {
      await delay(SETTLED_MS)
      seconds.push(await afterKill(opal, repricer, program))
      say(`recovery: ${program} ${run} of ${runs}: ${seconds.at(-1)?.toFixed(1)} s`)
    }
    yield costMeasurement({ name: `recovery.${program}`, value: median(seconds), unit: 's' }, GOAL_SECONDS, 1)
  }
}

async function afterKill(opal: RunningOpal, repricer: Repricer, program: KilledProgram): Promise<number> {
  opal.kill(program)
  const killedAt = performance.now()
  await recovered(opal, repricer)
  return (performance.now() - killedAt) / 1_000
}

/** Trades until a trade is shown. */
async function recovered(opal: RunningOpal, repricer: Repricer): Promise<void> {
  for (const until = Date.now() + LOST_AFTER_MS; Date.now() < until; await delay(50)) {
    const isShown = await Promise.race([tradeShown(opal, repricer).catch(() => false), delay(TRY_MS, false)])
    if (isShown) return
  }
  throw new Error('no trade was shown for two minutes')
}

async function tradeShown(opal: RunningOpal, repricer: Repricer): Promise<boolean> {
  const version = await repricer.reprice()
  for (const until = Date.now() + TRY_MS; Date.now() < until; await delay(20)) {
    const shown = await opal.shownVersion().catch(() => null)
    if (shown !== null && version !== null && shown >= version) return true
  }
  return false
}
