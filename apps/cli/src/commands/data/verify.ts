import { compareTraitStats } from '@opal/api/trait-filter/compare-trait-stats'
import { createTraitCache } from '@opal/api/trait-filter/trait-cache'
import { type VerifyReport, verifyDatabase } from '@opal/indexer/maintenance/verify/verify-database'
import { connect } from '@opal/store/driver/connection'
import type { Difference } from '@opal/store/maintenance/inspect/compare-tables'
import { readServerFacts } from '@opal/store/maintenance/inspect/server-facts'
import { type CliConfig, readConfig } from '../../config.ts'
import { printable } from '../../printable.ts'
import { Problem } from '../../problem.ts'
import { readStartOptions, type StartOptions } from '../../start/start-options.ts'
import { createProgressBoard, type ProgressBoard } from '../../supervisor/progress-board.ts'
import { onDatabase, type RawDatabaseOptions, refuseOtherDatabase } from './on-database.ts'

/** Larger collections would take the tables' side of it too long. */
const MAX_TOKENS = 50_000n

interface VerifyTraitsOptions {
  readonly databaseUrl: string
  readonly board: Pick<ProgressBoard, 'say'>
  readonly note: (words: string) => void
  /** Differences to name. */
  readonly show: number
}

/** Outcome of a comparison of traits. */
export interface TraitReport {
  /** Counts and floors that differ. */
  readonly differing: number
  /** Collections that were not compared. */
  readonly skipped: number
}

/**
 * Compares the counts and floors of traits, as the API computes them in memory, with the tables, in one snapshot. Skips
 * collections too large for that, and those whose traits the API does not hold.
 */
async function verifyTraits({ databaseUrl, board, note, show }: VerifyTraitsOptions): Promise<TraitReport> {
  await using source = connect({ connectionString: databaseUrl, applicationName: 'opal-verify' })
  const snapshot = source.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return await snapshot.execute(async (db) => {
    const query = db.selectFrom('market.collection_stats').select(['collection_id', 'supply']).orderBy('collection_id')
    const all = await query.execute()
    const traits = createTraitCache({ db })
    let differing = 0
    let skipped = 0
    for (const { collection_id, supply } of all) {
      const differences = supply <= MAX_TOKENS ? await compareTraitStats({ db }, traits, collection_id) : null
      if (differences === null) skipped += 1
      for (const { traitType, value, inMemory, inTables } of differences ?? []) {
        differing += 1
        const where = `${collection_id} ${traitType}: ${value}`
        if (differing <= show)
          board.say(`  traits ${where}: in memory ${inMemory ?? 'none'}, in the tables ${inTables ?? 'none'}`)
      }
    }
    note(`${all.length - skipped} collections compared, ${skipped} skipped, ${differing} differences`)
    return { differing, skipped }
  })
}

/** Options as commander hands them over. */
export interface RawVerifyOptions extends RawDatabaseOptions {
  /** Differences to name for each table. */
  readonly show: number
  readonly yes?: boolean
}

const GB = 1_000_000_000n
/** Size of a database that fits on a disk twice without a thought. */
const LARGE_BYTES = 20n * GB

/**
 * Refuses a large database unless the person has said that there is room: the server writes it once more, and each of its replicas does. One
 * whose disk is full stops, and the site with it.
 * @throws Problem
 */
export function refuseLarge(databaseBytes: bigint, { yes = false }: Pick<RawVerifyOptions, 'yes'>): void {
  if (yes || databaseBytes <= LARGE_BYTES) return
  throw new Problem(
    `The database has ${databaseBytes / GB} GB, and verify writes all of it once more, on the disk of PostgreSQL and of each replica: ` +
      'run it on a copy that was restored elsewhere, or add --yes where there is room.',
  )
}

/** Runs `npm run verify`: compares every derived row with one derived again from the raw rows. Exit code 1 for any difference. */
export async function verifyCommand(raw: RawVerifyOptions): Promise<void> {
  const config = readConfig()
  const options = readStartOptions(
    { ...raw, demo: false, ...(config.DATABASE_URL ? {} : { only: 'postgres' }) },
    config,
  )
  const board = createProgressBoard()
  await onDatabase(raw, { board }, async (databaseUrl) => {
    await refuseOtherDatabase(databaseUrl)
    refuseLarge((await readServerFacts(databaseUrl)).databaseBytes, raw)
    await verify(databaseUrl, options, config, { board, show: raw.show })
  })
}

async function verify(
  databaseUrl: string,
  { network }: StartOptions,
  config: CliConfig,
  { board, show }: { readonly board: ProgressBoard; readonly show: number },
): Promise<void> {
  const named = new Map<string, number>()
  const onDifference = (difference: Difference) => {
    const known = named.get(difference.table) ?? 0
    named.set(difference.table, known + 1)
    if (known < show) board.say(`  ${describe(difference)}`)
  }
  const settings = { databaseUrl, network, contracts: config.MARKETPLACE_CONTRACTS, onDifference }
  const report = await board.phase('Verifying', (note) => verifyDatabase({ ...settings, note }))
  const traits = await board.phase('Comparing traits', (note) => verifyTraits({ databaseUrl, board, note, show }))
  for (const [table, count] of named) if (count > show) board.say(`  ${table}: ${count - show} more`)
  board.say(summary(report, { differingTables: named.size, traits }))
  if (report.differences + traits.differing > 0) process.exitCode = 1
}

function describe({ table, key, column, stored, expected }: Difference): string {
  const row = `${table} ${printable(key)}`
  if (column === null) return `${row}: row ${stored === null ? 'missing' : 'too many'}`
  return `${row} ${column}: stored ${printable(String(stored))}, derived again ${printable(String(expected))}`
}

interface Found {
  readonly differingTables: number
  readonly traits: TraitReport
}

/** Returns the sentences that end the command: what differs, and what was not compared. */
export function summary(
  {
    transactions,
    tables,
    differences,
    queuedRankings,
    queuedListItems,
    duePoints,
    dueBidders,
    hasExpiring,
  }: VerifyReport,
  { differingTables, traits }: Found,
): string {
  const all = `${transactions} transactions, ${tables.length} tables`
  const inTables =
    differences > 0
      ? `${differences} differences in ${differingTables} of ${tables.length} tables.`
      : `No difference${traits.differing > 0 ? ' in tables' : ''}: ${all}.`
  const sentences = [
    inTables,
    traits.differing > 0 && `${traits.differing} counts or floors of traits differ.`,
    traits.skipped > 0 && `Traits of ${traits.skipped} collections were not compared.`,
    queuedRankings > 0 && `Ranks were not compared: ${queuedRankings} collections are queued.`,
    dueBidders > 0 && `Offers were not compared: those of ${dueBidders} wallets are queued.`,
    hasExpiring && 'Offers were not compared: some have expired and are not marked yet.',
    duePoints > 0 && `Some points were not compared: orders of ${duePoints} collections or bidders are queued.`,
    queuedListItems > 0 && `Token list items were not compared: ${queuedListItems} tokens are queued.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
