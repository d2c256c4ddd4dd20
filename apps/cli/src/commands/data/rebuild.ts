import type { NetworkName } from '@opal/domain/network'
import { rebuildDatabase } from '@opal/indexer/maintenance/replay/rebuild-database'
import { type CliConfig, readConfig } from '../../config.ts'
import { Problem } from '../../problem.ts'
import { runningDatabase } from '../../start/running-database.ts'
import { readStartOptions } from '../../start/start-options.ts'
import { createProgressBoard, type ProgressBoard } from '../../supervisor/progress-board.ts'
import { onDatabase, type RawDatabaseOptions } from './on-database.ts'

/** Runs `npm run rebuild`: drops everything derived and derives it again from the raw rows alone. */
export async function rebuildCommand(raw: RawDatabaseOptions): Promise<void> {
  const config = readConfig()
  const { network } = readStartOptions({ ...raw, demo: false }, config)
  const board = createProgressBoard()
  if (config.DATABASE_URL === undefined && (await runningDatabase(raw.dataDir, config)) !== null)
    throw new Problem(`The instance at ${raw.dataDir} is running: end it first, its indexer writes these rows.`)
  await onDatabase(raw, { board }, (databaseUrl) => rebuild(databaseUrl, network, config, board))
}

async function rebuild(databaseUrl: string, network: NetworkName, config: CliConfig, board: ProgressBoard) {
  const ending = new AbortController()
  process.once('SIGINT', () => ending.abort())
  const report = await board.phase('Deriving again', (note) =>
    rebuildDatabase({
      databaseUrl,
      network,
      contracts: config.MARKETPLACE_CONTRACTS,
      aggregator: config.AGGREGATOR_ADDRESS,
      signal: ending.signal,
      onWaiting: () => board.say('An indexer writes this database: stop it to continue, or press Ctrl-C to cancel.'),
      onTransactions: (count) => note(`${count} transactions`),
    }),
  )
  if (report === null) throw new Problem('Given up: nothing was changed.')
  board.say(`Everything was derived again from ${report.transactions} raw transactions.`)
  if (report.stopped.length > 0) board.say(`Stopped at events that cannot be read: ${report.stopped.join(', ')}.`)
  board.say(
    'Fetched metadata and images remain; the indexer ranks tokens by rarity and writes their list items once it runs.',
  )
}
