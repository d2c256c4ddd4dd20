import { resolve } from 'node:path'
import { CLUSTER_PACKAGES, installPackages } from '../cluster/packages.ts'
import { openCluster, runCluster } from '../cluster/run-cluster.ts'
import { readConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'
import { runSoak } from '../soak/run-soak.ts'
import { failuresOfSoak, type SoakPlan, soakChart, soakJson, soakTable } from '../soak/soak-report.ts'
import { wholeNumber } from '../start/start-options.ts'
import { createProgressBoard } from '../supervisor/progress-board.ts'
import { writeResult } from '../write-result.ts'
import { reset, untilAskedToEnd } from './start.ts'
import { OWN_FOLDERS } from './start-options.ts'

/** Options as commander hands them over. */
export interface RawSoakOptions {
  readonly minutes: string
  readonly sessions: string
  readonly trades: string
  readonly sockets: string
  readonly chart: string
  readonly json?: string
  readonly dataDir: string
  readonly yes?: boolean
  readonly portOffset: string
}

/** Largest values: localnet executes no more transactions, and an API holds no more sockets. */
const MAX_VALUES = { minutes: 10_080, sessions: 20_000, trades: 50, sockets: 15_000 } as const satisfies Record<
  keyof SoakPlan,
  number
>

/** Checks the options of a soak. @throws Problem that names the first wrong one. */
export function planSoak(raw: Pick<RawSoakOptions, keyof SoakPlan>): SoakPlan {
  const read = (name: keyof SoakPlan) => {
    const value = wholeNumber(`--${name}`, raw[name])
    if (value >= 1 && value <= MAX_VALUES[name]) return value
    throw new Problem(`--${name} must be from 1 to ${MAX_VALUES[name]}, not ${value}.`)
  }
  return { minutes: read('minutes'), sessions: read('sessions'), trades: read('trades'), sockets: read('sockets') }
}

/** Runs `npm run soak`: a cluster of its own under a constant load. Exit code 1 when its memory, its lag or its errors grew. */
export async function soakCommand(raw: RawSoakOptions): Promise<void> {
  const plan = planSoak(raw)
  const { environment, ...config } = readConfig()
  const board = createProgressBoard()
  const options = {
    dataDir: resolve(ROOT, raw.dataDir),
    story: true,
    restoreTo: null,
    portOffset: wholeNumber('--port-offset', raw.portOffset),
  }
  await installPackages(CLUSTER_PACKAGES, environment, board.say)
  const mayDelete = raw.yes === true || raw.dataDir === OWN_FOLDERS.soak
  await reset({ dataDir: options.dataDir, network: 'local', yes: mayDelete })
  const hurry = { SEED_STORY_EVERY_MS: String(Math.round(1_000 / plan.trades)) }
  await untilAskedToEnd({
    board,
    stay: false,
    start: async (stack, signal) => {
      const settings = { board, stack, signal }
      const cluster = await openCluster(options, settings)
      const running = await runCluster(
        cluster,
        options,
        { ...config, environment: { ...environment, ...hurry } },
        settings,
      )
      const report = await runSoak(running, plan, {
        ...settings,
        save: (soFar) => {
          writeResult('--chart', raw.chart, soakChart(soFar, new Date().toISOString().slice(0, 10)))
          if (raw.json !== undefined) writeResult('--json', raw.json, soakJson(soFar))
        },
      })
      board.say(`\n${soakTable(report)}\n`)
      if (failuresOfSoak(report).length > 0) process.exitCode = 1
    },
    announce: () => undefined,
  })
}
