import { setTimeout as delay } from 'node:timers/promises'
import { getHealth, getReadiness, type Readiness } from '@opal/contract/network/health'
import { isDatabaseAway } from '@opal/store/driver/faults'
import { type CheckpointRow, readCheckpoint, readDecodeStops, readResuming } from '@opal/store/queries/indexer-state'
import type { ApiContext } from '../../context.ts'
import { Answer, defineRoute } from '../../http/routes/route.ts'
import { coalesced } from '../../realtime/coalesced.ts'
import { readFirstPage } from './first-page.ts'

export const getHealthRoute = defineRoute(getHealth, async () => ({ status: 'ok' as const }))

export const getReadinessRoute = defineRoute(getReadiness, async (context) => {
  const [stored, ledger, isShared] = await Promise.all([
    askStore(context),
    askNode(context),
    context.redis?.isReachable() ?? null,
  ])
  const problem = context.isDraining() ? STOPPING : stored.problem
  const body: Readiness = {
    status: problem === null ? 'ready' : 'not-ready',
    problem,
    store: { reachable: stored.problem !== UNREACHABLE },
    redis: isShared === null ? null : { reachable: isShared },
    sockets: context.sockets(),
    node: { reachable: ledger !== null, version: ledger === null ? null : String(ledger.version) },
    index: lag(stored.checkpoint, ledger, context.nowMicros()),
    marketplaces: context.marketplaces.map(({ adapter, contracts }) => ({
      id: adapter.id,
      status: stored.held.get(adapter.id) ?? contracts.status,
    })),
  }
  return new Answer(body.status === 'ready' ? 200 : 503, body)
})

type Ledger = Awaited<ReturnType<ApiContext['node']['ledger']>>

const STOPPING = 'The program is stopping.'
const UNREACHABLE = 'The database does not answer.'
const UNREADABLE = 'The database cannot be read: the log says why.'
const SCHEMA_PROBLEMS = {
  behind: 'The database is not migrated for this version. The indexer of this version migrates it when it starts.',
  contracted: 'A newer version has removed something from the database. Start that version instead.',
} as const

/** The state of the store that decides readiness. */
interface Stored {
  readonly problem: string | null
  readonly checkpoint: CheckpointRow | null
  /** Marketplaces that do not follow the chain, with why. */
  readonly held: ReadonlyMap<string, string>
}

/** The reads of each API, by what it checks its database with. */
const reads = new WeakMap<ApiContext['checkSchema'], () => Promise<Stored>>()

/** Asks the store, once for all calls that wait for it: any client may ask, thousands of times at once. */
function askStore(context: ApiContext): Promise<Stored> {
  const read = reads.get(context.checkSchema) ?? coalesced(() => readStored(context))
  reads.set(context.checkSchema, read)
  return read()
}

async function readStored(context: ApiContext): Promise<Stored> {
  const { store, checkSchema, readMarketSchema, catchUp, log } = context
  const notReady = (problem: string) => ({ problem, checkpoint: null, held: new Map<string, string>() })
  try {
    // First, because the tables read below may be missing until the schema is current, which would be logged as a fault.
    const schema = await checkSchema(store)
    if (schema !== 'current') return notReady(SCHEMA_PROBLEMS[schema])
    const [checkpoint, stops, resuming] = await Promise.all([
      readCheckpoint(store),
      readDecodeStops(store),
      readResuming(store),
      // Building the GraphQL schema blocks this thread. Done before the API is ready, it delays no request.
      readMarketSchema(),
      readFirstPage(context),
    ])
    // Clients that wait for a version read next: no cache may be older than this response.
    await catchUp()
    const held = new Map(resuming.map((marketplace) => [marketplace, 'resuming']))
    for (const { marketplace } of stops) held.set(marketplace, 'stopped')
    return { problem: null, checkpoint, held }
  } catch (error) {
    log.warn({ err: error }, 'the store does not answer')
    return notReady(isDatabaseAway(error) ? UNREACHABLE : UNREADABLE)
  }
}

/** Longest wait for the node. Balancers take a check that is late for one that failed, and pages do without a node. */
const NODE_MS = 1_000

/** Asks the node for its ledger; null where it does not answer, or is of another chain. */
async function askNode({ node, network, log }: ApiContext): Promise<Ledger | null> {
  const answered = new AbortController()
  const late = delay(NODE_MS, undefined, { signal: answered.signal }).then(() => {
    throw new Error(`no answer within ${NODE_MS} ms`)
  })
  try {
    const ledger = await Promise.race([node.ledger(), late])
    if (ledger.chainId === network.chainId) return ledger
    log.error({ chainId: ledger.chainId, expected: network.chainId }, 'the node of NODE_URL is of another chain')
    return null
  } catch (error) {
    log.warn({ err: error }, 'the node does not answer')
    return null
  } finally {
    answered.abort()
  }
}

/**
 * Returns how far the index is behind the chain; the time counts only when versions are missing, or when the node does not say whether
 * any are: a provider that is away takes its stream along, and pages must not look live for as long.
 */
function lag(checkpoint: CheckpointRow | null, ledger: Ledger | null, nowMicros: bigint): Readiness['index'] {
  const written = checkpoint === null || checkpoint.nextVersion === 0n ? null : checkpoint.nextVersion - 1n
  if (written === null) return { version: null, lagSeconds: null, lagVersions: null }
  const last = checkpoint?.lastTimestampMicros ?? null
  const now = ledger?.timestampMicros ?? nowMicros
  const seconds = last === null ? null : Math.max(0, Number((now - last) / 1_000n) / 1_000)
  if (ledger === null) return { version: String(written), lagSeconds: seconds, lagVersions: null }
  const missing = ledger.version > written ? ledger.version - written : 0n
  return { version: String(written), lagSeconds: missing === 0n ? 0 : seconds, lagVersions: String(missing) }
}
