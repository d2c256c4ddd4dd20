import { CHAIN_IDS, type NetworkName } from '@opal/domain/network'
import { type ContractsOverride, contractsOf } from '@opal/marketplaces/network-contracts'
import { connect, type Database } from '@opal/store/connect'
import { compareTables, type Difference } from '@opal/store/inspect/compare-tables'
import { copyRows } from '@opal/store/inspect/copy-rows'
import { openScratchDatabases } from '@opal/store/inspect/scratch-databases'
import { DERIVED_TABLES, METADATA_TABLES } from '@opal/store/tables/derived-tables'
import type { Tables } from '@opal/store/tables/tables'
import { refreshNextRarity } from '@opal/store/write/refresh-rarity'
import { deriveAll } from '../pipeline/derive-all.ts'
import { MAIN_STREAM } from '../pipeline/open-context.ts'

/** What derived rows depend on beside the raw ones: taken as it is. */
const INPUTS = [
  'chain.checkpoints',
  'market.clock',
  'market.venues',
  'market.own_packages',
  'market.metadata',
  'market.fundings',
] as const satisfies readonly (keyof Tables)[]

export interface VerifyOptions {
  /** May be in use: one moment of it is looked at, and nothing is written to it. Its role must be able to make databases. */
  readonly databaseUrl: string
  readonly network: NetworkName
  /** Marketplaces that live elsewhere than we know, by id: as the indexer was told. */
  readonly contracts?: Readonly<Record<string, ContractsOverride>>
  /** Told what goes on. */
  readonly note?: (words: string) => void
  /** Told of every difference, as it is found. */
  readonly onDifference?: (difference: Difference) => void
}

/** What came of it. */
export interface VerifyReport {
  readonly transactions: number
  readonly tables: readonly string[]
  readonly differences: number
  /** Collections that wait to be ranked again: their ranks could not be compared, nor those of any other. */
  readonly unranked: number
}

/** Makes everything derived again, from the raw rows, in a database beside the given one, and compares every row. */
export async function verifyDatabase(options: VerifyOptions): Promise<VerifyReport> {
  await using scratches = await openScratchDatabases(options.databaseUrl)
  await using scratch = await scratches.create()
  await using source = connect({ connectionString: options.databaseUrl, applicationName: 'opal-verify' })
  await using target = connect({ connectionString: scratch.databaseUrl, applicationName: 'opal-verify' })
  const snapshot = source.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return await snapshot.execute(async (stored) => {
    const transactions = await makeAgain(stored, target.db, options)
    const unranked = await countUnranked(stored)
    const tables: readonly (keyof Tables)[] = [...DERIVED_TABLES, ...(unranked > 0 ? [] : METADATA_TABLES)]
    const differences = await target.db
      .transaction()
      .execute((expected) => compareAll(stored, expected, tables, options))
    return { transactions, tables, differences, unranked }
  })
}

async function makeAgain(
  stored: Database,
  target: Database,
  { network, contracts, note = () => undefined }: VerifyOptions,
): Promise<number> {
  const context = { stream: MAIN_STREAM, chainId: CHAIN_IDS[network], marketplaces: contractsOf(network, contracts) }
  const { transactions } = await target.transaction().execute(async (expected) => {
    for (const table of INPUTS) await copyRows(stored, expected, table)
    return deriveAll(stored, expected, context, (count) => note(`${count} transactions derived again`))
  })
  for (let ranked = 1; (await refreshNextRarity(target)) !== null; ranked += 1) note(`${ranked} collections ranked`)
  return transactions
}

async function compareAll(
  stored: Database,
  expected: Database,
  tables: readonly (keyof Tables)[],
  { note, onDifference }: VerifyOptions,
): Promise<number> {
  let count = 0
  for (const table of tables) {
    note?.(`comparing ${table}`)
    for await (const difference of compareTables(stored, expected, table)) {
      count += 1
      onDifference?.(difference)
    }
  }
  return count
}

async function countUnranked(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('market.rarity_queue')
    .select((eb) => eb.fn.count<bigint>('collection_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
