import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type VerifyReport, verifyDatabase } from '@opal/indexer/verify/verify-database'
import type { Difference } from '@opal/store/inspect/compare-tables'
import { readPendingMigrations } from '@opal/store/migrate'
import { type CliConfig, readConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'
import { runningDatabase } from '../start/running-database.ts'
import { readStartOptions, type StartOptions } from '../start/start-options.ts'
import { createProgressBoard, type ProgressBoard } from '../supervisor/progress-board.ts'
import { serve } from './start.ts'
import { verifyTraits } from './verify-traits.ts'

/** Options as commander hands them over. */
export interface RawVerifyOptions {
  readonly dataDir: string
  readonly network?: string
  readonly portOffset: string
  /** Differences to name for each table. */
  readonly show: number
}

/** `npm run verify`: does every derived row follow from the raw ones? Exit code 1 when one does not. */
export async function verifyCommand(raw: RawVerifyOptions): Promise<void> {
  const config = readConfig()
  const options = readStartOptions(
    { ...raw, demo: false, ...(config.DATABASE_URL ? {} : { only: 'postgres' }) },
    config,
  )
  const board = createProgressBoard()
  const look = (databaseUrl: string) => verify(databaseUrl, options, config, { board, show: raw.show })
  const running = config.DATABASE_URL ?? (await runningDatabase(raw.dataDir))
  if (running !== null) return look(running)
  if (!existsSync(resolve(ROOT, raw.dataDir, 'postgres')))
    throw new Problem(`${raw.dataDir} holds no database: name the data directory of an instance with --data-dir.`)
  await serve(options, config, { board, fill: look, stay: false })
}

async function verify(
  databaseUrl: string,
  { network }: StartOptions,
  config: CliConfig,
  { board, show }: { readonly board: ProgressBoard; readonly show: number },
): Promise<void> {
  const pending = await readPendingMigrations(databaseUrl)
  if (pending.length > 0)
    throw new Problem(`The database is of an older release (it lacks ${pending.join(', ')}): start the instance once.`)
  const named = new Map<string, number>()
  const onDifference = (difference: Difference) => {
    const known = named.get(difference.table) ?? 0
    named.set(difference.table, known + 1)
    if (known < show) board.say(`  ${describe(difference)}`)
  }
  const settings = { databaseUrl, network, contracts: config.MARKETPLACE_CONTRACTS, onDifference }
  const report = await board.phase('Verifying', (note) => verifyDatabase({ ...settings, note }))
  const differingTraits = await board.phase('Comparing traits', (note) =>
    verifyTraits({ databaseUrl, board, note, show }),
  )
  for (const [table, count] of named) if (count > show) board.say(`  ${table}: ${count - show} more`)
  board.say(summary(report, named.size))
  if (report.differences + differingTraits > 0) process.exitCode = 1
}

function describe({ table, key, column, stored, expected }: Difference): string {
  if (column !== null) return `${table} ${key} ${column}: stored ${stored}, derived again ${expected}`
  return stored === null ? `${table} ${key}: row missing` : `${table} ${key}: row too many`
}

function summary({ transactions, tables, differences, unranked, unmade }: VerifyReport, differing: number): string {
  const ranks = unranked > 0 ? ` Ranks were not compared: ${unranked} collections wait to be ranked.` : ''
  const cards = unmade > 0 ? ` Cards were not compared: those of ${unmade} tokens wait to be made.` : ''
  const all = `${transactions} transactions, ${tables.length} tables`
  if (differences === 0) return `No difference: ${all}.${ranks}${cards}`
  return `${differences} differences in ${differing} of ${tables.length} tables.${ranks}${cards}`
}
