import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openClient } from '@opal/store/driver/open-client'
import { reachablePlace } from '@opal/store/embedded/reachable-place'
import { serviceAccount } from '@opal/store/embedded/service-account'
import { stopSurvivor } from '@opal/store/embedded/survivor'
import { continueFeed } from '@opal/store/maintenance/backup/continue-feed'
import type { CliConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { replaceFile } from '../replace-file.ts'
import { openDataDirectory } from '../start/data-directory.ts'
import { type NetworkJson, writeNetworkJson } from '../start/network-json.ts'
import { applyOperatorChoice, localOperatorToken } from '../start/operator.ts'
import { buildStale, together, waitUntilIndexed } from '../start/run-opal.ts'
import { endSurvivors } from '../supervisor/engine-survivors.ts'
import { requireFreePorts } from '../supervisor/ports.ts'
import type { Program } from '../supervisor/program.ts'
import type { ProgressBoard } from '../supervisor/progress-board.ts'
import type { SupervisedProgram } from '../supervisor/supervised-program.ts'
import type { Cluster } from './cluster.ts'
import { createDatabase, prepareBackups, takeFirstBackup } from './database/database.ts'
import { beginDatabase, endDatabase } from './database/new-database.ts'
import { noteLateServers, readMembers, untilWhole } from './database/patroni.ts'
import { dropUnfinishedCopies } from './database/unfinished-copies.ts'
import { type Engine, engineProgram, refuseUnusablePlace } from './engine.ts'
import { etcdMembers } from './engines/etcd.ts'
import { exporters, prometheus } from './engines/monitoring.ts'
import { postgresServers, SERVERS, serverData } from './engines/postgres.ts'
import { haproxy, pgbouncer } from './engines/proxies.ts'
import { redisServers, sentinels } from './engines/redis.ts'
import { type ClusterPortName, clusterPorts, madeWithOffset, refuseOtherPorts } from './ports.ts'
import {
  backupExporter,
  clusterProgram,
  INSTANCES,
  objectStore,
  ownerUrl,
  type ProgramSettings,
  pgbouncerExporter,
  publicAddresses,
} from './programs.ts'
import { beginRestore, dropUnfinishedRestore, endRestore, refuseLostDatabase } from './restore/restore-database.ts'
import { failedRestore, readRestoreOutcome } from './restore/restore-log.ts'
import type { RestoreTarget } from './restore/restore-target.ts'
import { readSecrets } from './secrets.ts'
import { startGroup } from './start-group.ts'

/** Checked options of `npm run cluster`. */
export interface ClusterOptions {
  readonly dataDir: string
  readonly portOffset: number
  /** Whether the seeded traders continue to trade. */
  readonly story: boolean
  /** Drops the database and restores it from its backups. */
  readonly restoreTo: RestoreTarget | null
}

/** Settings of a start. */
export interface ClusterSettings {
  readonly board: ProgressBoard
  /** Owns every started program, and stops them. */
  readonly stack: AsyncDisposableStack
  /** Aborted when the start is canceled. */
  readonly signal: AbortSignal
}

/** A running cluster. */
export interface RunningCluster {
  readonly cluster: Cluster
  readonly network: NetworkJson
  /** Every program and engine, by name. */
  readonly programs: ReadonlyMap<string, SupervisedProgram>
}

/**
 * Starts every engine and program of a cluster and supervises them. `stack` owns and stops them.
 * @throws Problem with a message for the operator; the stack stops what was started by then.
 */
export async function runCluster(
  cluster: Cluster,
  options: Pick<ClusterOptions, 'story'>,
  config: CliConfig,
  settings: ClusterSettings,
): Promise<RunningCluster> {
  const { board, signal } = settings
  const start = starter(cluster, settings)
  const programSettings = { config, story: options.story }
  const program = (kind: Parameters<typeof clusterProgram>[0], n: 1 | 2) =>
    clusterProgram(kind, n, cluster, programSettings)
  await buildStale('dev wallet', board, signal)
  const site = buildStale('web', board, signal)
  const chain = start('Localnet', () => [program('localnet', 1)])
  await together([chain, startEngines(cluster, start, { ...programSettings, board, signal }), site])
  await start('Indexers', () => INSTANCES.map((n) => program('indexer', n)))
  const network = writeNetworkJson(cluster.directory, publicAddresses(cluster, config))
  await start('APIs', () => INSTANCES.map((n) => program('api', n)))
  await start('Sites', () => INSTANCES.map((n) => program('web', n)))
  await board.phase('Indexing', (note) => waitUntilIndexed(network.socket, signal, note))
  await applyOperatorChoice(cluster.directory, network.api, localOperatorToken(cluster.directory, config))
  return { cluster, network, programs: start.programs }
}

/**
 * Opens the folder of a cluster, and stops processes that a killed start left behind.
 * @throws Problem when it is in use, or a port is taken.
 */
export async function openCluster(options: ClusterOptions, { board, stack }: ClusterSettings): Promise<Cluster> {
  const ports = clusterPorts(options.portOffset)
  const directory = openDataDirectory(options.dataDir, 'local')
  stack.defer(directory.release)
  const engines = reachablePlace(join(directory.path, 'engines'), serviceAccount())
  refuseUnusablePlace(engines)
  mkdirSync(engines, { recursive: true, mode: 0o755 })
  const folders = { directory, engines, ports, secrets: readSecrets(directory.path) }
  refuseOtherPorts(folders, options.portOffset)
  const survivors = await endSurvivors(directory.pids)
  // PostgreSQL keeps running when Patroni is killed.
  const stopServers = async () => void (await Promise.all(SERVERS.map((n) => stopSurvivor(serverData(folders, n)))))
  await stopServers()
  // While Patroni restores, PostgreSQL is not its child yet: cancelling the start would leave it running.
  stack.defer(stopServers)
  if (survivors.length > 0) board.say(`  ended what a killed start had left: ${survivors.join(', ')}`)
  const canShift = madeWithOffset(folders) === null
  await requireFreePorts(ports, Object.keys(ports) as ClusterPortName[], null, { canShift })
  if (options.restoreTo === null) {
    refuseLostDatabase(folders)
    beginDatabase(folders)
    for (const n of dropUnfinishedCopies(folders)) board.say(`  PostgreSQL ${n} is copied again: its copy was cut off`)
    return { ...folders, restore: null }
  }
  const cluster = await beginRestore(folders, options.restoreTo)
  stack.defer(async () => {
    await stopServers()
    if (dropUnfinishedRestore(cluster))
      board.say('  The restore was not finished: repeat it with --restore-to. The backups remain.')
  })
  return cluster
}

interface Starter {
  /** Starts programs concurrently, as one phase. */
  (title: string, describe: () => readonly Program[]): Promise<void>
  readonly programs: ReadonlyMap<string, SupervisedProgram>
}

function starter(cluster: Cluster, { board, stack, signal }: ClusterSettings): Starter {
  const programs = new Map<string, SupervisedProgram>()
  const options = { logFolder: cluster.directory.logs, announce: board.say, signal }
  const start = async (title: string, describe: () => readonly Program[]) => {
    const group: SupervisedProgram[] = []
    stack.defer(async () => void (await Promise.all(group.map((each) => each.stop()))))
    const onStarted = (running: SupervisedProgram) => {
      group.push(running)
      programs.set(running.program.name, running)
    }
    await board.phase(title, () => startGroup(describe(), options, onStarted))
  }
  return Object.assign(start, { programs })
}

async function startEngines(
  cluster: Cluster,
  start: Starter,
  { config, board, signal }: ProgramSettings & Pick<ClusterSettings, 'board' | 'signal'>,
): Promise<void> {
  const engines = (title: string, group: readonly Engine[]) =>
    start(title, () => group.map((engine) => engineProgram(engine, cluster)))
  await engines('etcd', etcdMembers(cluster))
  await startServers(cluster, board, () => engines('PostgreSQL', postgresServers(cluster)))
  await engines('HAProxy', [haproxy(cluster)])
  await untilReachable(cluster, signal)
  endDatabase(cluster)
  const { restore } = cluster
  if (restore !== null) {
    await continueLiveUpdates(cluster)
    board.say(`  ${endRestore({ ...cluster, restore })}`)
  }
  await prepareBackups(cluster)
  await Promise.all([
    engines('pgBouncer', [pgbouncer(cluster)]),
    engines('Redis', redisServers(cluster)).then(() => engines('Sentinel', sentinels(cluster))),
    start('Object store and exporter', () => [objectStore(cluster, config), pgbouncerExporter(cluster, config)]),
    engines('Prometheus', [...exporters(cluster), prometheus(cluster)]),
    untilWhole(() => readMembers(cluster), { say: board.say, signal }),
    board
      .phase('First backup', () => takeFirstBackup(cluster))
      .then(() => start('Exporter of backups', () => [backupExporter(cluster, config)])),
  ])
  replaceFile(cluster.directory.databaseUrlFile, ownerUrl(cluster), { mode: 0o600 })
}

/** Has pages that were open before a restore take what happens after it for new. */
async function continueLiveUpdates(cluster: Cluster): Promise<void> {
  const client = await openClient(ownerUrl(cluster), 'opal-restore')
  try {
    await continueFeed(client)
  } finally {
    await client.end()
  }
}

/**
 * Starts the servers of PostgreSQL, and says for which it waits.
 * @throws Problem that says why a restore failed.
 */
async function startServers(cluster: Cluster, { say }: ProgressBoard, start: () => Promise<void>): Promise<void> {
  using _note = noteLateServers(() => readMembers(cluster), say)
  try {
    await start()
  } catch (error) {
    if (cluster.restore === null) throw error
    throw new Problem(failedRestore(readRestoreOutcome(cluster), cluster.directory.logs), { cause: error })
  }
}

const POLL_MS = 250
const TIMEOUT_MS = 120_000

/** Waits until HAProxy routes to the primary, which it detects by a health check. */
async function untilReachable(cluster: Cluster, signal: AbortSignal): Promise<void> {
  for (const until = Date.now() + TIMEOUT_MS; ; await delay(POLL_MS, undefined, { signal })) {
    try {
      return await createDatabase(cluster)
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}
