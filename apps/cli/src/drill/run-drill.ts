import { setTimeout as delay } from 'node:timers/promises'
import { verifyDatabase } from '@opal/indexer/maintenance/verify/verify-database'
import { findSessions } from '@opal/store/accounts/sessions'
import { connect, type Store } from '@opal/store/driver/connection'
import { readChanges, readLastChangeId } from '@opal/store/queries/activity/changes'
import { readCheckpoint } from '@opal/store/queries/indexer-state'
import { ownerUrl } from '../cluster/programs.ts'
import type { ClusterSettings, RunningCluster } from '../cluster/run-cluster.ts'
import type { CliConfig } from '../config.ts'
import type { ProgressBoard } from '../supervisor/progress-board.ts'
import { type Fault, prepare } from './faults.ts'
import { type Commits, type Load, type LoadPlan, startCommits, startLoad } from './load.ts'
import { type DrillReport, type FaultResult, failuresOf } from './report.ts'
import { summarize } from './samples.ts'
import { untilSettled } from './settle.ts'
import { type Followers, lossesOf, openFollowers } from './sockets.ts'
import { unknownMetrics } from './unknown-metrics.ts'
import { startWatch } from './watch.ts'
import { compareWithWitness, type RowDifference } from './witness.ts'

/** Few users, because the cluster runs on this machine too. */
const LOAD: LoadPlan = {
  workers: {
    page: { workers: 2, pauseMs: 300 },
    read: { workers: 3, pauseMs: 150 },
    write: { workers: 1, pauseMs: 500 },
    media: { workers: 1, pauseMs: 300 },
  },
}
/** Time under load before a fault, and after recovery. */
const CALM_MS = 3_000
/** Largest number of changes during a fault: the feed stores no more. */
const MAX_CHANGES = 100_000
const CONNECTION_TIMEOUT_MS = 3_000

interface DrillRun {
  readonly running: RunningCluster
  readonly store: Store
  readonly load: Load
  readonly commits: Commits
  readonly followers: Followers
  readonly board: ProgressBoard
}

/** Injects every fault into a running cluster under load, then compares the stored rows with the chain. */
export async function runDrill(
  running: RunningCluster,
  faults: readonly Fault[],
  config: CliConfig,
  { board, signal }: Pick<ClusterSettings, 'board' | 'signal'>,
): Promise<Omit<DrillReport, 'restore'>> {
  const databaseUrl = ownerUrl(running.cluster)
  const results: Omit<FaultResult, 'events'>[] = []
  {
    await using store = connect({
      connectionString: databaseUrl,
      applicationName: 'opal-drill',
      connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
    })
    await board.phase('All parts well', () => untilSettled(running, null))
    await using load = await startLoad(running.network, store, LOAD)
    await using commits = startCommits(store)
    using followers = openFollowers(running.network.socket)
    await using _watch = startWatch({ network: running.network, store, load, followers })
    const run = { running, store, load, commits, followers, board }
    for (const fault of faults) {
      signal.throwIfAborted()
      results.push(await playFault(fault, run))
    }
  }
  const differences = await board.phase('Comparing with an undisturbed index', () =>
    compareWithWitness(running, config, board.say),
  )
  const verified = await board.phase('Verifying', (note) =>
    verifyDatabase({ databaseUrl, network: 'local', contracts: config.MARKETPLACE_CONTRACTS, note }),
  )
  const isIn = ({ versions: [from, to] }: Pick<FaultResult, 'versions'>, { version }: RowDifference) =>
    version >= from && version < to
  const outside = differences.filter((difference) => !results.some((result) => isIn(result, difference)))
  return {
    faults: results.map((result) => ({
      ...result,
      events: countKinds(differences.filter((each) => isIn(result, each))),
    })),
    elsewhere: countKinds(outside),
    verifyDifferences: verified.differences,
    unknownMetrics: await unknownMetrics(running.cluster.ports),
  }
}

function countKinds(differences: readonly RowDifference[]): FaultResult['events'] {
  const count = (kind: RowDifference['kind']) => differences.filter((each) => each.kind === kind).length
  return { lost: count('lost'), duplicated: count('duplicated') }
}

async function playFault(fault: Fault, run: DrillRun): Promise<Omit<FaultResult, 'events'>> {
  const { running, store, load, commits, followers, board } = run
  return board.phase(fault.title, async (note) => {
    await prepare(fault, running)
    await untilSettled(running, followers)
    await delay(CALM_MS)
    const before = await placesOf(store)
    const acknowledgedBefore = commits.acknowledged.length
    const faultAt = performance.now()
    note('injected')
    await inject(fault, run)
    note('settling')
    await untilSettled(running, followers)
    await delay(CALM_MS)
    const summary = summarize(load.samples, faultAt)
    const after = await placesOf(store)
    await untilDelivered(followers, after.feed)
    const result = {
      ...summary,
      name: fault.name,
      title: fault.title,
      limitSeconds: fault.limitSeconds,
      sparesPages: fault.sparesPages === true,
      versions: [before.version, after.version] as const,
      live: lossesOf(followers.all, await sentBetween(store, before.feed, after.feed)),
      commits: await lostCommits(run, acknowledgedBefore),
    }
    const wrong = failuresOf({ ...result, events: { lost: 0, duplicated: 0 } })
    note(
      `${summary.failed} of ${summary.requests} failed, ${summary.seconds.toFixed(1)} s${wrong.length > 0 ? `: ${wrong.join('; ')}` : ''}`,
    )
    return result
  })
}

/** Injects a fault, undoes one that does not end by itself, and waits for calm. */
async function inject(fault: Fault, { running, board }: DrillRun): Promise<void> {
  const undo = await fault.inject(running, board.say)
  if (undo !== null) {
    await delay(undo.afterMs)
    undo.undo()
  }
  await delay(CALM_MS)
}

/** Returns the ids of the changes between two places of the feed that followers of the market are sent: those of a single collection are not. */
async function sentBetween(store: Store, after: bigint, upTo: bigint): Promise<readonly bigint[]> {
  const changes = await readChanges(store, { id: after }, { take: MAX_CHANGES })
  return changes.filter(({ id, kind }) => id <= upTo && kind !== 'tokens_change').map(({ id }) => id)
}

/** Returns how many commits were acknowledged since a number of them, and how many of all are lost. */
async function lostCommits({ store, commits }: DrillRun, acknowledgedBefore: number): Promise<FaultResult['commits']> {
  const hashes = commits.acknowledged.slice(0)
  const present = await findSessions(store, hashes, BigInt(Date.now()) * 1000n)
  return {
    acknowledged: hashes.length - acknowledgedBefore,
    lost: hashes.filter((hash) => !present.has(hash)).length,
  }
}

/** Returns the positions of the index and the change feed. */
async function placesOf(store: Store): Promise<{ readonly version: bigint; readonly feed: bigint }> {
  const [checkpoint, feed] = await Promise.all([readCheckpoint(store), readLastChangeId(store)])
  return { version: checkpoint?.nextVersion ?? 0n, feed }
}

const DELIVERY_MS = 20_000
const POLL_MS = 100

/** Waits for messages in flight. */
async function untilDelivered(followers: Followers, last: bigint): Promise<void> {
  const hasAll = () => followers.all.every(({ state, delivered }) => state === 'live' && delivered.has(last))
  for (const until = Date.now() + DELIVERY_MS; Date.now() < until && !hasAll(); ) await delay(POLL_MS)
}
