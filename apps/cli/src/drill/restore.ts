import { hashSessionToken, newSessionToken } from '@opal/api/auth/session-token'
import { DAY_MICROS } from '@opal/domain/time'
import { verifyDatabase } from '@opal/indexer/maintenance/verify/verify-database'
import { openSession } from '@opal/store/accounts/sessions'
import { connect, type Store } from '@opal/store/driver/connection'
import { archiveNow } from '../cluster/database/database.ts'
import { ownerUrl } from '../cluster/programs.ts'
import type { RestoreTarget } from '../cluster/restore/restore-target.ts'
import type { RunningCluster } from '../cluster/run-cluster.ts'
import type { CliConfig } from '../config.ts'
import type { RestoreResult } from './report.ts'

/** Tables of data that users and the operator entered, which the chain does not contain. */
const TABLES = ['account.sessions', 'account.favourites', 'account.verified_collections']
const SESSIONS = 20

/** All rows as text, by table. */
type Rows = readonly string[]

/** A time to restore, and the contents of the database at that time. */
export interface RestorePoint {
  readonly target: RestoreTarget
  readonly rows: Rows
  /** Time of the loss. */
  readonly lostAt: number
}

/** Writes rows before and after the recovery target. The restore must contain the former only. */
export async function chooseRestorePoint(running: RunningCluster): Promise<RestorePoint> {
  await using store = connect({ connectionString: ownerUrl(running.cluster), applicationName: 'opal-drill' })
  const wallet = running.network.accounts[2]?.address ?? ''
  const openSome = async () => {
    for (let opened = 0; opened < SESSIONS; opened += 1) {
      const now = BigInt(Date.now()) * 1000n
      const times = { openedAtMicros: now, expiresAtMicros: now + DAY_MICROS }
      await openSession(store, hashSessionToken(newSessionToken()), { wallet, ...times, authKey: wallet })
    }
  }
  await openSome()
  const rows = await readRows(store)
  const time = await archiveNow(running.cluster)
  await openSome()
  return { target: { time }, rows, lostAt: performance.now() }
}

/** Compares a restored cluster that has caught up with the chain with its expected contents. */
export async function checkRestored(
  running: RunningCluster,
  { rows, lostAt }: RestorePoint,
  config: CliConfig,
): Promise<RestoreResult> {
  const databaseUrl = ownerUrl(running.cluster)
  const seconds = (performance.now() - lostAt) / 1_000
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-drill' })
  const restored = await readRows(store)
  const { differences } = await verifyDatabase({
    databaseUrl,
    network: 'local',
    contracts: config.MARKETPLACE_CONTRACTS,
  })
  return { ...compareRows(rows, restored), verifyDifferences: differences, seconds }
}

async function readRows({ pool }: Store): Promise<Rows> {
  const each = TABLES.map((table) => `select '${table} ' || t::text as row from ${table} t`)
  const { rows } = await pool.query<{ row: string }>(each.join(' union all '))
  return rows.map(({ row }) => row)
}

/** Counts expected, missing and unexpected rows. */
export function compareRows(expected: Rows, restored: Rows): Pick<RestoreResult, 'rows' | 'missing' | 'tooMany'> {
  const [wanted, found] = [new Set(expected), new Set(restored)]
  return {
    rows: wanted.size,
    missing: expected.filter((row) => !found.has(row)).length,
    tooMany: restored.filter((row) => !wanted.has(row)).length,
  }
}
