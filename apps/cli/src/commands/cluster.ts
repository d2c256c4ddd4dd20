import { resolve } from 'node:path'
import pc from 'picocolors'
import { CLUSTER_PACKAGES, installPackages } from '../cluster/packages.ts'
import { type ClusterOptions, openCluster, type RunningCluster, runCluster } from '../cluster/run-cluster.ts'
import { clusterTable } from '../cluster/table.ts'
import { type CliConfig, readConfig } from '../config.ts'
import { ROOT } from '../repository.ts'
import { wholeNumber } from '../start/start-options.ts'
import { createProgressBoard, type ProgressBoard } from '../supervisor/progress-board.ts'
import { elapsed, reset, untilAskedToEnd } from './start.ts'

/** Options as commander hands them over. */
export interface RawClusterOptions {
  readonly dataDir: string
  readonly portOffset: string
  readonly quiet?: boolean
  readonly reset?: boolean
  readonly yes?: boolean
}

/** `npm run cluster`: a cluster on this machine, until Ctrl-C or SIGTERM. */
export async function clusterCommand(raw: RawClusterOptions): Promise<void> {
  const config = readConfig()
  const board = createProgressBoard()
  const options: ClusterOptions = {
    dataDir: resolve(ROOT, raw.dataDir),
    portOffset: wholeNumber('--port-offset', raw.portOffset),
    story: raw.quiet !== true,
  }
  await installPackages(CLUSTER_PACKAGES, config.environment, board.say)
  if (raw.reset) await reset({ dataDir: options.dataDir, yes: raw.yes === true })
  board.say(`${pc.bold('Opal')} as a cluster, data in ${options.dataDir}`)
  await untilAskedToEnd({
    board,
    stay: true,
    start: async (stack, signal) => {
      const settings = { board, stack, signal }
      return await runCluster(await openCluster(options, settings), options, config, settings)
    },
    announce: (running) => announce(running, config, board),
  })
}

function announce(running: RunningCluster, config: CliConfig, board: ProgressBoard): void {
  board.say(`\n${clusterTable(running)}\n`)
  board.say(`${pc.bold('Ready')} after ${elapsed(config)}. Ctrl-C ends everything and keeps the data.\n`)
}
