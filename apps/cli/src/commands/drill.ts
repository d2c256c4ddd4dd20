import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { engineFolder } from '../cluster/engine.ts'
import { CLUSTER_PACKAGES, installPackages } from '../cluster/packages.ts'
import { type ClusterOptions, type ClusterSettings, openCluster, runCluster } from '../cluster/run-cluster.ts'
import { type CliConfig, readConfig } from '../config.ts'
import { SMALL_DISK } from '../drill/faults.ts'
import { openLoopback } from '../drill/network.ts'
import { type DrillChoice, type DrillPlan, planDrill } from '../drill/plan.ts'
import { drillJson, drillTable, hasPassed } from '../drill/report.ts'
import { checkRestored, chooseRestorePoint } from '../drill/restore.ts'
import { runDrill } from '../drill/run-drill.ts'
import { mountSmallDisk } from '../drill/small-disk.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'
import { wholeNumber } from '../start/start-options.ts'
import { createProgressBoard, type ProgressBoard } from '../supervisor/progress-board.ts'
import { writeResult } from '../write-result.ts'
import { reset, untilAskedToEnd } from './start.ts'
import { OWN_FOLDERS } from './start-options.ts'

/** Options as commander hands them over. */
export interface RawDrillOptions {
  readonly only?: string
  readonly random?: string
  readonly seed: string
  readonly json?: string
  readonly dataDir: string
  readonly yes?: boolean
  readonly inside?: boolean
}

/** Packages that the drill needs in addition to those of a cluster. */
const PACKAGES = { ...CLUSTER_PACKAGES, nftables: 'drops packets', iproute2: 'brings up a network of its own' }

/** Settings that keep the drill short: a small market with several trades a second, and no rate limits. */
const SETTINGS = {
  SEED_SCALE: 'small',
  SEED_STORY_EVERY_MS: '200',
  API_RATE_LIMIT: '1000000',
  WEB_RATE_LIMIT: '1000000',
  LOG_LEVEL: 'info',
} as const

/** Runs `npm run drill`: breaks every part of a cluster of its own. Exit code 1 when anything was lost, duplicated or unavailable for too long. */
export async function drillCommand(raw: RawDrillOptions): Promise<void> {
  const plan = planDrill(choiceOf(raw))
  const config = readConfig()
  const board = createProgressBoard()
  if (raw.inside) return await drill(raw, plan, config, board)
  await installPackages(PACKAGES, config.environment, board.say)
  await insideOwnNetwork()
}

/** Most kills of a drill: each takes some seconds. */
const MAX_KILLS = 1_000

/** Reads the options that choose the parts. @throws Problem for a number of kills that is not a number. */
export function choiceOf({ only, random, seed }: Pick<RawDrillOptions, 'only' | 'random' | 'seed'>): DrillChoice {
  if (random === undefined) return { only }
  const kills = wholeNumber('--random', random)
  if (kills < 1 || kills > MAX_KILLS) throw new Problem(`--random must be from 1 to ${MAX_KILLS}, not ${kills}.`)
  return { only, random: { kills, seed } }
}

/** Runs this command again where the network and the mounts are its own: what is cut off there concerns nothing else. */
async function insideOwnNetwork(): Promise<void> {
  const [node, ...args] = process.argv
  const child = spawn('unshare', ['--net', '--mount', node ?? process.execPath, ...args, '--inside'], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  process.exitCode = Number(code ?? 1)
}

async function drill(
  { dataDir, json, yes = false }: RawDrillOptions,
  plan: DrillPlan,
  config: CliConfig,
  board: ProgressBoard,
): Promise<void> {
  openLoopback()
  const settings = { ...config, environment: { ...config.environment, ...SETTINGS } }
  const options = { dataDir: resolve(ROOT, dataDir), portOffset: 0, story: true }
  await reset({ dataDir: options.dataDir, network: 'local', yes: yes || dataDir === OWN_FOLDERS.drill })
  await untilAskedToEnd({
    board,
    stay: false,
    start: async (stack, signal) => {
      const open = (restoreTo: ClusterOptions['restoreTo'], own: AsyncDisposableStack) =>
        startCluster({ ...options, restoreTo }, settings, { board, stack: own, signal })
      const first = stack.use(new AsyncDisposableStack())
      const running = await open(null, first)
      const faults = await runDrill(running, plan.faults, settings, { board, signal })
      const restorePoint = plan.restores ? await chooseRestorePoint(running) : null
      if (restorePoint !== null) await board.phase('Losing everything but the backups', () => first.disposeAsync())
      const restore =
        restorePoint && (await checkRestored(await open(restorePoint.target, stack), restorePoint, settings))
      const report = { ...faults, restore }
      board.say(`\n${drillTable(report)}\n`)
      if (json !== undefined) writeResult('--json', json, drillJson(report))
      if (!hasPassed(report)) process.exitCode = 1
    },
    announce: () => undefined,
  })
}

async function startCluster(options: ClusterOptions, config: CliConfig, settings: ClusterSettings) {
  const cluster = await openCluster(options, settings)
  const folder = engineFolder(cluster, `pg${SMALL_DISK}`)
  if (options.restoreTo === null) mountSmallDisk(folder)
  return await runCluster(cluster, options, config, settings)
}
