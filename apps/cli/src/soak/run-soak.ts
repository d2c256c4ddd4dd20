import { setTimeout as delay } from 'node:timers/promises'
import { createApiClient } from '@opal/contract/client'
import { listCollections } from '@opal/contract/collections'
import { connect } from '@opal/store/driver/connection'
import type { ClusterPorts } from '../cluster/ports.ts'
import { ownerUrl } from '../cluster/programs.ts'
import type { ClusterSettings, RunningCluster } from '../cluster/run-cluster.ts'
import { type LoadPlan, startLoad } from '../drill/load.ts'
import { untilSettled } from '../drill/settle.ts'
import { Problem } from '../problem.ts'
import { readMeasures } from './measures.ts'
import { type SoakMinute, type SoakPlan, type SoakReport, summarizeRequests } from './soak-report.ts'
import { openSockets } from './sockets.ts'

const MINUTE_MS = 60_000
/** Pause of a person between two pages. Each page has three calls and three images of its own. */
const READING_MS = 60_000
const PER_PAGE = 3
/** Time over which the users arrive: programs that have just started still compile their code. */
const ARRIVING_MS = 120_000
/** Number of sessions of which one is signed in and changes something at each page. */
const SIGNED_IN = 10
/** Collections whose live messages sockets follow. */
const COLLECTIONS = 10

/** Returns people who browse, each from an address of its own, so that the limits of clients apply as they do to people. */
export function soakLoad(sessions: number): LoadPlan {
  const ofEach = { workers: sessions, pauseMs: READING_MS / PER_PAGE }
  return {
    workers: {
      page: { workers: sessions, pauseMs: READING_MS },
      read: ofEach,
      media: ofEach,
      write: { workers: Math.ceil(sessions / SIGNED_IN), pauseMs: READING_MS },
    },
    arriveMs: ARRIVING_MS,
    addressOf: clientAddress,
  }
}

/** Returns the address of a client, in a network that belongs to no machine (RFC 2544). */
function clientAddress(client: number): string {
  return `198.18.${Math.floor(client / 256) % 256}.${client % 256}`
}

/** Documents and images that may wait when a soak begins: a few hosts of the demo market never answer. */
const MAX_WAITING = 20
const DRAIN_POLL_MS = 5_000
/** On two busy cores those of the demo market take seven minutes. */
const DRAIN_TIMEOUT_MS = 30 * MINUTE_MS

interface Drain {
  /** Reads how many documents and images wait; undefined until they are counted. */
  readonly read: () => Promise<number | undefined>
  readonly note: (text: string) => void
  readonly signal: AbortSignal
  readonly pollMs?: number
}

/**
 * Waits until the indexer has fetched what the new market names: a soak measures a cluster at work, not its first minutes.
 * @throws Problem when it has not after half an hour.
 */
export async function untilDrained({ read, note, signal, pollMs = DRAIN_POLL_MS }: Drain): Promise<void> {
  let waiting = 'not counted yet'
  for (const until = Date.now() + DRAIN_TIMEOUT_MS; Date.now() < until; await delay(pollMs, undefined, { signal })) {
    const count = await read()
    if (count !== undefined && count <= MAX_WAITING) return
    waiting = count === undefined ? 'not counted yet' : `${count} wait`
    note(waiting)
  }
  throw new Problem(
    `The documents and images of the market were not fetched in ${DRAIN_TIMEOUT_MS / MINUTE_MS} minutes (${waiting}): indexer1.log and indexer2.log say why.`,
  )
}

async function readWaiting(ports: ClusterPorts): Promise<number | undefined> {
  const { queues } = await readMeasures(ports, Date.now() / 1_000)
  return queues['documents and images']
}

interface SoakRun extends Pick<ClusterSettings, 'board' | 'signal'> {
  /** Is given what is measured, after each minute: nothing of a soak that is ended early is lost. */
  readonly save: (report: SoakReport) => void
}

/** Puts a load on a running cluster, and measures it every minute. */
export async function runSoak(
  running: RunningCluster,
  plan: SoakPlan,
  { board, signal, save }: SoakRun,
): Promise<SoakReport> {
  const { cluster, network } = running
  await using store = connect({ connectionString: ownerUrl(cluster), applicationName: 'opal-soak' })
  await board.phase('All parts well', () => untilSettled(running, null))
  await board.phase('Documents and images', (note) =>
    untilDrained({ read: () => readWaiting(cluster.ports), note, signal }),
  )
  const call = createApiClient({ api: network.socket })
  const { data } = await call(listCollections, { query: { take: COLLECTIONS } })
  const collections = data.map(({ collectionId }) => collectionId)
  const sockets = await board.phase('Sockets', () =>
    openSockets(network.socket, collections, plan.sockets, clientAddress),
  )
  await using load = await startLoad(network, store, soakLoad(plan.sessions))
  const startedAt = performance.now()
  const minutes: SoakMinute[] = []
  await board.phase('Soaking', async (note) => {
    for (let [minute, taken, messages] = [1, 0, sockets.messages]; minute <= plan.minutes; minute += 1) {
      await delay(startedAt + minute * MINUTE_MS - performance.now(), undefined, { signal })
      const requests = summarizeRequests(load.samples.slice(taken))
      taken += requests.sent
      const messagesPerSecond = ((sockets.messages - messages) / MINUTE_MS) * 1_000
      messages = sockets.messages
      const measured = await readMeasures(cluster.ports, Date.now() / 1_000)
      minutes.push({ minute, requests, messagesPerSecond, closedSockets: sockets.closed, measured })
      save({ plan, minutes })
      note(`minute ${minute} of ${plan.minutes}: ${requests.sent} requests, ${requests.failed} failed`)
    }
  })
  return { plan, minutes }
}
