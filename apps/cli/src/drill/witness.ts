import { setTimeout as delay } from 'node:timers/promises'
import { connect, type Store } from '@opal/store/driver/connection'
import { openScratchDatabases } from '@opal/store/maintenance/inspect/scratch-databases'
import { dumpTables } from '@opal/store/maintenance/inspect/table-rows'
import { readCheckpoint } from '@opal/store/queries/indexer-state'
import { clusterProgram, ownerUrl } from '../cluster/programs.ts'
import type { RunningCluster } from '../cluster/run-cluster.ts'
import type { CliConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { supervise } from '../supervisor/supervised-program.ts'

/** Tables of the chain's events and of the rows derived from each. */
const TABLES = [
  'chain.transactions',
  'chain.events',
  'chain.changes',
  'market.order_events',
  'market.activities',
] as const
const POLL_MS = 250
const TIMEOUT_MS = 900_000

/** A row that only one of two indexes contains. */
export interface RowDifference {
  readonly table: string
  readonly version: bigint
  /** `lost`: missing in the cluster; `duplicated`: more often in the cluster than on the chain. */
  readonly kind: 'lost' | 'duplicated'
}

/**
 * Indexes the chain again, undisturbed, into a separate database, and compares the rows of every event up to now.
 */
export async function compareWithWitness(
  running: RunningCluster,
  config: CliConfig,
  say: (line: string) => void,
): Promise<readonly RowDifference[]> {
  const databaseUrl = ownerUrl(running.cluster)
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-drill' })
  const head = await checkpointOf(store)
  await using scratches = await openScratchDatabases(databaseUrl)
  await using scratch = await scratches.create()
  const program = clusterProgram('indexer', 1, running.cluster, { config, story: true })
  const { INDEXER_PORT: _, SNAPSHOT_DIR: __, ...env } = program.env
  await using stack = new AsyncDisposableStack()
  await using witness = connect({ connectionString: scratch.databaseUrl, applicationName: 'opal-drill' })
  const indexer = await supervise(
    {
      ...program,
      name: 'witness',
      title: 'Witness',
      env: { ...env, DATABASE_URL: scratch.databaseUrl },
      isReady: async () => true,
    },
    { logFolder: running.cluster.directory.logs, announce: say, signal: new AbortController().signal },
  )
  stack.defer(() => indexer.stop())
  await untilIndexed(witness, head)
  await indexer.stop()
  return differencesOf(await dumpTables(store.db, TABLES), await dumpTables(witness.db, TABLES), head)
}

async function untilIndexed(store: Store, head: bigint): Promise<void> {
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await delay(POLL_MS))
    if ((await checkpointOf(store)) >= head) return
  throw new Problem('The witness did not reach the head of the chain: see witness.log.')
}

/** Returns the first version that is not indexed. */
async function checkpointOf(store: Store): Promise<bigint> {
  return (await readCheckpoint(store))?.nextVersion ?? 0n
}

type Dump = Readonly<Record<string, readonly string[]>>

/** Compares dumps of two indexes of one chain below a version. */
export function differencesOf(stored: Dump, witness: Dump, head: bigint): readonly RowDifference[] {
  return Object.keys(witness).flatMap((table) => {
    const [ours, theirs] = [countRows(stored[table] ?? [], head), countRows(witness[table] ?? [], head)]
    return [
      ...surplus(theirs, ours).map((row) => ({ table, version: versionOf(row), kind: 'lost' as const })),
      ...surplus(ours, theirs).map((row) => ({ table, version: versionOf(row), kind: 'duplicated' as const })),
    ]
  })
}

function countRows(rows: readonly string[], head: bigint): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) if (versionOf(row) < head) counts.set(row, (counts.get(row) ?? 0) + 1)
  return counts
}

/** Returns the rows that the first has more often than the second. */
function surplus(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): readonly string[] {
  return [...first].flatMap(([row, count]) => Array(Math.max(0, count - (second.get(row) ?? 0))).fill(row))
}

function versionOf(row: string): bigint {
  return BigInt((JSON.parse(row) as { version: string }).version)
}
