import { fullScope } from '@opal/chain/state/state-scope'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import { encodeTransaction, readRecordedTransaction } from '@opal/chain/transaction/read-recorded-transaction'
import { CHAIN_IDS, NETWORK_NAMES, type NetworkName } from '@opal/domain/network'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { connect, type Store } from '@opal/store/driver/connection'
import type { ScratchDatabases } from '@opal/store/maintenance/inspect/scratch-databases'
import { readAllRows } from '@opal/store/maintenance/inspect/table-rows'
import { type IndexContext, indexBatch } from '../../pipeline/batches/index-batch.ts'
import { buildSelection } from '../../pipeline/stream/transaction-selection.ts'
import { type Comparison, compareRows, type Level } from './compare-rows.ts'
import { OFFICIAL_TABLES, OMITTED_TABLES } from './official-tables.ts'
import type { OfferedProcessor } from './processors.ts'
import { expectedRows, expectedTables, SuiteError, type SuiteTest, transactionPath } from './suite.ts'

export interface TestRun {
  readonly directory: string
  readonly test: SuiteTest
  readonly processor: OfferedProcessor
  readonly level: Level
  readonly databases: ScratchDatabases
}

/**
 * Runs one test's batches through the indexer into an empty database and compares every expected table.
 * @throws whatever the folder's files or the indexer make of each other; the caller reports it as a failure.
 */
export async function runTest({ directory, test, processor, level, databases }: TestRun): Promise<Comparison> {
  const batches = test.batches.map((files) => files.map((file) => readRaw(transactionPath(directory, file))))
  await using database = await databases.create()
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-conformance' })
  const context = contextOf(store, networkOf(test))
  for (const [first, ...rest] of batches) {
    if (first === undefined) continue
    const { newStops, unread } = await indexBatch(context, [first, ...rest])
    for (const { version, message } of unread) throw new SuiteError(`version ${version}: ${message}`)
    const [stop] = newStops
    if (stop !== undefined) throw new SuiteError(`version ${stop.version}: ${stop.message}`)
  }
  // Awaited here: the database is removed once this function returns.
  return await compareTables(store, { directory, test, processor, level })
}

/** Folders are named after the network, as `testnet-transactions`; what is of no network we know counts as mainnet's. */
function networkOf({ batches }: SuiteTest): NetworkName {
  const files = batches.flat()
  return NETWORK_NAMES.find((network) => files.every((file) => file.startsWith(`${network}-`))) ?? 'mainnet'
}

/**
 * Everything is followed, also what trading leaves out: official rows have every order, whatever its fee schedule and coin.
 * Whatever the network, marketplaces are looked for where mainnet has them.
 */
function contextOf(store: Store, network: NetworkName): IndexContext {
  const marketplaces = contractsOf('mainnet').map(({ adapter, contracts }) => ({
    adapter,
    contracts: { ...contracts, includesForeignOrders: true },
  }))
  return {
    db: store.db,
    stream: 'main',
    chainId: CHAIN_IDS[network],
    marketplaces,
    wanted: buildSelection(marketplaces, fullScope(network)),
    stopped: new Set(),
    skipped: new Set(),
  }
}

function readRaw(path: string): RawTransaction {
  const transaction = readRecordedTransaction(path)
  return { version: transaction.version ?? 0n, bytes: encodeTransaction(transaction) }
}

async function compareTables(
  store: Store,
  { directory, test, processor, level }: Omit<TestRun, 'databases'>,
): Promise<Comparison> {
  const excused: string[] = []
  for (const name of expectedTables(directory, test)) {
    const expected = expectedRows(directory, test, name)
    const table = OFFICIAL_TABLES[name]
    if (table === undefined) {
      // A table that must stay empty is not created.
      if (expected.length === 0) continue
      if (OMITTED_TABLES.has(name)) {
        excused.push(`${name}: ${expected.length} rows of a table that is left out`)
        continue
      }
      return { difference: `${name}: ${expected.length} rows expected, and we keep no such table`, excused }
    }
    const rows = await readAllRows(store.db, table.ours)
    const ours = rows.filter((row) => processor.marketplace === null || row.marketplace === processor.marketplace)
    const comparison = compareRows(name, table, expected, ours, level)
    excused.push(...comparison.excused)
    if (comparison.difference !== null) return { difference: comparison.difference, excused }
  }
  return { difference: null, excused }
}
