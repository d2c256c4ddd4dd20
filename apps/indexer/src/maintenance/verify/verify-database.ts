import { CHAIN_IDS, type NetworkName } from '@opal/domain/network'
import { toSeconds } from '@opal/domain/time'
import { type ContractsOverride, contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { connect, type Database } from '@opal/store/driver/connection'
import { readExpiring } from '@opal/store/ingest/orders/bids/offer-validity'
import { settleNextPoints } from '@opal/store/ingest/points/settle-points'
import { moveWindowsAlike } from '@opal/store/ingest/stats/move-windows'
import { settleNextBidder, settleNextPool } from '@opal/store/ingest/stats/settle-bidders'
import { readClock } from '@opal/store/ingest/stream/clock'
import { compareTables, type Difference } from '@opal/store/maintenance/inspect/compare-tables'
import { copyDuePoints } from '@opal/store/maintenance/inspect/copy-due-points'
import { isOfEarlyHoldings, readEarlyHoldings } from '@opal/store/maintenance/inspect/early-holdings'
import { openScratchDatabases } from '@opal/store/maintenance/inspect/scratch-databases'
import { copyRows } from '@opal/store/maintenance/inspect/table-rows'
import { refreshNextRarity } from '@opal/store/projections/rarity/worker'
import { writeNextListItems } from '@opal/store/projections/token-list-items/worker'
import { DERIVED_TABLES } from '@opal/store/schema/table-groups'
import type { Tables } from '@opal/store/schema/tables'
import { deriveAll } from '../../pipeline/derive/rebuild.ts'
import { MAIN_STREAM } from '../../pipeline/open-context.ts'

/** Inputs of derived rows other than the raw rows, copied as they are. */
const INPUTS = [
  'chain.checkpoints',
  'market.clock',
  'market.marketplaces',
  'market.own_packages',
  'market.metadata',
  'market.images',
  'chain.current_ans_primary_name_v2',
  'chain.current_ans_lookup_v2',
  'market.fundings',
] as const satisfies readonly (keyof Tables)[]

export interface VerifyOptions {
  /** May be in use: reads a snapshot of it, and writes nothing. Its role must be able to create databases. */
  readonly databaseUrl: string
  readonly network: NetworkName
  /** Contract overrides of marketplaces, by id, as in the indexer's configuration. */
  readonly contracts?: Readonly<Record<string, ContractsOverride>>
  /** Called with progress messages. */
  readonly note?: (words: string) => void
  /** Called with every difference, as it is found. */
  readonly onDifference?: (difference: Difference) => void
}

/** Outcome of a verification. */
export interface VerifyReport {
  readonly transactions: number
  readonly tables: readonly string[]
  readonly differences: number
  /** Collections that wait to be ranked again: their ranks could not be compared, nor those of any other. */
  readonly queuedRankings: number
  /** Tokens whose list items wait to be made again: no list item could be compared. List items show ranks, so they wait for those, too. */
  readonly queuedListItems: number
  /**
   * Collections of which orders wait to have their points compared, and wallets whose bids wait to end: points of the collections
   * were not compared, and none at all with such wallets.
   */
  readonly duePoints: number
  /**
   * Wallets of which offers wait to turn or to end, or to be compared with their pool: no offers, bids of collections or list
   * items could be compared.
   */
  readonly dueBidders: number
  /** Whether offers have expired and are not marked so yet: the same. */
  readonly hasExpiring: boolean
}

const OFFER_TABLES: ReadonlySet<keyof Tables> = new Set<keyof Tables>([
  'market.token_offers',
  'market.collection_offers',
  'market.collection_stats',
])
/** The value, as text, that says in a table of windows what no row says. */
const NONE_IN_WINDOWS: ReadonlyMap<string, string | null> = new Map<keyof Tables, string | null>([
  ['market.window_sales', '0'],
  ['market.window_changes', null],
])
const POINTS_TABLES: ReadonlySet<keyof Tables> = new Set<keyof Tables>(['market.points_ledger', 'market.points_totals'])

/** Derives everything again from the raw rows, in another database on the same server, and compares every row. */
export async function verifyDatabase(options: VerifyOptions): Promise<VerifyReport> {
  await using scratches = await openScratchDatabases(options.databaseUrl)
  await using scratch = await scratches.create()
  await using source = connect({ connectionString: options.databaseUrl, applicationName: 'opal-verify' })
  await using target = connect({ connectionString: scratch.databaseUrl, applicationName: 'opal-verify' })
  const snapshot = source.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return await snapshot.execute(async (stored) => {
    const transactions = await deriveInto(stored, target.db, options)
    const waiting = await countWaiting(stored)
    const tables = comparableTables(waiting)
    const differences = await target.db
      .transaction()
      .execute((expected) => compareAll(stored, expected, tables, options))
    const { dueRefusals: _, ...reported } = waiting
    return { transactions, tables, differences, ...reported }
  })
}

/** Work that a store has left for later: the rows that wait for it differ without being wrong. */
interface WaitingWork extends Omit<VerifyReport, 'transactions' | 'tables' | 'differences'> {
  readonly dueRefusals: number
}

async function countWaiting(stored: Database): Promise<WaitingWork> {
  const dueRefusals = await countDue(stored, 'market.refusals_due')
  const [bidders, pools] = [await countDue(stored, 'market.bidders_due'), await countDue(stored, 'market.pools_due')]
  return {
    queuedRankings: await countQueuedRankings(stored),
    queuedListItems: await countQueuedListItems(stored),
    dueRefusals,
    duePoints: (await countDue(stored, 'market.points_due')) + dueRefusals,
    dueBidders: bidders + pools + dueRefusals,
    hasExpiring: (await readExpiring(stored, toSeconds(await readClock(stored)))).length > 0,
  }
}

/** Returns the tables whose rows wait for nothing. */
function comparableTables(waiting: WaitingWork): readonly (keyof Tables)[] {
  const { queuedRankings, queuedListItems, dueRefusals, dueBidders, hasExpiring } = waiting
  const areRanked = queuedRankings === 0
  const areOffersSettled = dueBidders === 0 && !hasExpiring
  const waits = (table: keyof Tables) =>
    (dueRefusals > 0 && POINTS_TABLES.has(table)) ||
    (!areOffersSettled && OFFER_TABLES.has(table)) ||
    (dueRefusals > 0 && table === 'market.offer_spans')
  const others: readonly (keyof Tables)[] = [
    'market.window_sales',
    'market.window_changes',
    ...(dueRefusals === 0 ? (['market.wallet_points'] as const) : []),
    ...(areRanked ? (['market.token_rarity'] as const) : []),
    ...(areRanked && queuedListItems === 0 && areOffersSettled ? (['market.token_list_items'] as const) : []),
  ]
  return [...DERIVED_TABLES.filter((table) => !waits(table)), ...others]
}

async function deriveInto(
  stored: Database,
  target: Database,
  { network, contracts, note = () => undefined }: VerifyOptions,
): Promise<number> {
  const context = { stream: MAIN_STREAM, chainId: CHAIN_IDS[network], marketplaces: contractsOf(network, contracts) }
  const { transactions } = await target.transaction().execute(async (expected) => {
    for (const table of INPUTS) await copyRows(stored, expected, table)
    return deriveAll(stored, expected, context, (count) => note(`${count} transactions derived again`))
  })
  while (await settleNextBidder(target)) note('turning offers')
  while (await settleNextPool(target)) note('comparing offers with pools')
  while (await settleNextPoints(target)) note('comparing points')
  await copyDuePoints(stored, target)
  await moveWindowsAlike(target, stored)
  for (let ranked = 1; (await refreshNextRarity(target)) !== null; ranked += 1) note(`${ranked} collections ranked`)
  while ((await writeNextListItems(target)) > 0) note('making list items')
  return transactions
}

async function compareAll(
  stored: Database,
  expected: Database,
  tables: readonly (keyof Tables)[],
  { note, onDifference }: VerifyOptions,
): Promise<number> {
  const early = await readEarlyHoldings(stored)
  let count = 0
  for (const table of tables) {
    note?.(`comparing ${table}`)
    for await (const difference of compareTables(stored, expected, table)) {
      if (isStateOfOlderStore(difference) || isRankedAlike(difference) || isOfEarlyHoldings(early, difference)) continue
      count += 1
      onDifference?.(difference)
    }
  }
  return count
}

/** A store that is older than `market.lot_states` has rows only of holdings that have changed since: others are folded whole. */
function isStateOfOlderStore({ table, column, stored }: Difference): boolean {
  return table === 'market.lot_states' && column === null && stored === null
}

/** Which collections without sales or known changes have a row depends on the hours at which the windows were moved. */
function isRankedAlike({ table, column, stored, expected }: Difference): boolean {
  const none = NONE_IN_WINDOWS.get(table)
  if (none === undefined || column !== null) return false
  const row = JSON.parse(stored ?? expected ?? '{}') as Readonly<Record<string, string | null>>
  return Object.entries(row).every(([name, value]) => name === 'collection_id' || value === none)
}

async function countQueuedRankings(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('market.rarity_queue')
    .select((eb) => eb.fn.count<bigint>('collection_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countDue(
  db: Database,
  table: 'market.points_due' | 'market.bidders_due' | 'market.pools_due' | 'market.refusals_due',
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countQueuedListItems(db: Database): Promise<number> {
  const sweeps = await db.selectFrom('market.list_item_sweeps').where('is_due', '=', true).select('subject').execute()
  const { count } = await db
    .selectFrom('market.token_list_item_queue')
    .where('is_set_aside', '=', false)
    .select((eb) => eb.fn.count<bigint>('token_data_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count) + sweeps.length
}
