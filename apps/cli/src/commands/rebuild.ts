import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { rebuildDatabase } from '@opal/indexer/replay/rebuild-database'
import { type CliConfig, readConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'
import { runningDatabase } from '../start/running-database.ts'
import { type RawStartOptions, readStartOptions, type StartOptions } from '../start/start-options.ts'
import { createProgressBoard, type ProgressBoard } from '../supervisor/progress-board.ts'
import { serve } from './start.ts'

/** `npm run replay` without a folder: drops everything derived and makes it again from the raw rows alone. */
export async function rebuildCommand(raw: Omit<RawStartOptions, 'demo' | 'quiet' | 'only'>): Promise<void> {
  const config = readConfig()
  const options = readStartOptions(
    { ...raw, demo: false, ...(config.DATABASE_URL ? {} : { only: 'postgres' }) },
    config,
  )
  const board = createProgressBoard()
  const fill = (databaseUrl: string) => make(databaseUrl, options, config, board)
  if (config.DATABASE_URL !== undefined) return fill(config.DATABASE_URL)
  if ((await runningDatabase(raw.dataDir)) !== null)
    throw new Problem(`The instance at ${raw.dataDir} is running: end it first, its indexer writes these rows.`)
  if (!existsSync(resolve(ROOT, raw.dataDir, 'postgres')))
    throw new Problem(`${raw.dataDir} holds no database: name the data directory of an instance with --data-dir.`)
  await serve(options, config, { board, fill, stay: false })
}

async function make(
  databaseUrl: string,
  { network }: StartOptions,
  config: CliConfig,
  board: ProgressBoard,
): Promise<void> {
  const ending = new AbortController()
  process.once('SIGINT', () => ending.abort())
  const report = await board.phase('Deriving again', (note) =>
    rebuildDatabase({
      databaseUrl,
      network,
      contracts: config.MARKETPLACE_CONTRACTS,
      signal: ending.signal,
      onWaiting: () => board.say('An indexer writes this database: end it, and this goes on. Ctrl-C gives up.'),
      onTransactions: (count) => note(`${count} transactions`),
    }),
  )
  if (report === null) throw new Problem('Given up: nothing was changed.')
  board.say(`Everything was derived again from ${report.transactions} raw transactions.`)
  if (report.stopped.length > 0) board.say(`Stopped at events that cannot be read: ${report.stopped.join(', ')}.`)
  board.say('Metadata and pictures are fetched again by the indexer.')
}
