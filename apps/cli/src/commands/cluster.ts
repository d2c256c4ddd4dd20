import { resolve } from 'node:path'
import pc from 'picocolors'
import { playJourneys } from '../cluster/journeys.ts'
import { CLUSTER_PACKAGES, installPackages } from '../cluster/packages.ts'
import { onTimeline, restoreTarget } from '../cluster/restore/restore-target.ts'
import { type ClusterOptions, openCluster, type RunningCluster, runCluster } from '../cluster/run-cluster.ts'
import { clusterTable } from '../cluster/table.ts'
import { type CliConfig, readConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'
import { wholeNumber } from '../start/start-options.ts'
import { createProgressBoard, type ProgressBoard } from '../supervisor/progress-board.ts'
import { confirmLoss, elapsed, reset, untilAskedToEnd } from './start.ts'

/** Options as commander hands them over. */
export interface RawClusterOptions {
  readonly dataDir: string
  readonly portOffset: string
  readonly quiet?: boolean
  readonly journeys?: boolean
  readonly restoreTo?: string
  readonly timeline?: string
  readonly reset?: boolean
  readonly yes?: boolean
}

/** Runs `npm run cluster`: a cluster on this machine, until Ctrl-C or SIGTERM, or until the browser journeys have been played on it. */
export async function clusterCommand(raw: RawClusterOptions): Promise<void> {
  const config = readConfig()
  const board = createProgressBoard()
  const options: ClusterOptions = {
    dataDir: resolve(ROOT, raw.dataDir),
    portOffset: wholeNumber('--port-offset', raw.portOffset),
    story: raw.quiet !== true && raw.journeys !== true,
    restoreTo: readRestoreTarget(raw),
  }
  await installPackages(CLUSTER_PACKAGES, config.environment, board.say)
  if (options.restoreTo !== null)
    await confirmLoss({
      what: `the database in ${options.dataDir}, which is made again from its backups`,
      yes: raw.yes === true,
    })
  if (raw.reset) await reset({ dataDir: options.dataDir, network: 'local', yes: raw.yes === true })
  board.say(`${pc.bold('Opal')} as a cluster, data in ${options.dataDir}`)
  await untilAskedToEnd({
    board,
    stay: raw.journeys !== true,
    start: async (stack, signal) => {
      const settings = { board, stack, signal }
      const running = await runCluster(await openCluster(options, settings), options, config, settings)
      if (raw.journeys === true) await playJourneys(running, config, board.say)
      return running
    },
    announce: (running) => announce(running, config, board),
  })
}

/**
 * Reads where the database is to be restored to; null where it is not.
 * @throws Problem for options that contradict each other, before anything is deleted.
 */
export function readRestoreTarget({
  restoreTo,
  timeline,
  reset: isReset = false,
}: Pick<RawClusterOptions, 'restoreTo' | 'timeline' | 'reset'>): ClusterOptions['restoreTo'] {
  if (restoreTo === undefined && timeline !== undefined) throw new Problem('--timeline needs --restore-to.')
  if (restoreTo === undefined) return null
  if (isReset)
    throw new Problem(
      '--reset deletes the backups, too, and --restore-to needs them: leave --reset out. Nothing was deleted.',
    )
  const target = restoreTarget(restoreTo)
  return timeline === undefined ? target : onTimeline(target, timeline)
}

function announce(running: RunningCluster, config: CliConfig, board: ProgressBoard): void {
  board.say(`\n${clusterTable(running)}\n`)
  board.say(`${pc.bold('Ready')} after ${elapsed(config)}. Ctrl-C ends everything and keeps the data.\n`)
}
