import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { Problem } from '../../problem.ts'
import { addPlaceOptions } from '../start-options.ts'
import type { RawFailuresOptions } from './failures.ts'
import type { RawDatabaseOptions } from './on-database.ts'
import type { RawReplayOptions } from './replay.ts'
import type { RawSeedOptions } from './seed.ts'
import type { RawSkipOptions } from './skip.ts'
import type { RawSnapshotOptions } from './snapshot.ts'
import type { RawVerifyOptions } from './verify.ts'

/**
 * Adds the options that name an instance's database to a command that starts the database when it is not running.
 * @param instance which one it may be
 */
function addDatabaseOptions(
  command: Command,
  dataDir: string,
  instance = 'of the instance; it may be running',
): Command {
  return ofOneDatabase(command)
    .option('--data-dir <folder>', `${instance} (DATABASE_URL names a database instead)`, dataDir)
    .option('--port-offset <n>', 'shift the port on which a stopped database is started', '0')
}

/** Refuses a command that names two databases: the variable would take precedence over the folder, and the wrong database might lose rows. */
function ofOneDatabase(command: Command): Command {
  return command.hook('preAction', (each) => {
    if (each.getOptionValueSource('dataDir') !== 'cli' || readConfig().DATABASE_URL === undefined) return
    throw new Problem(
      '--data-dir names one database, and DATABASE_URL another: leave the option out, or unset the variable. Nothing was changed.',
    )
  })
}

/** Adds the commands with which an operator unblocks a running indexer. */
export function addOperatorCommands(program: Command): void {
  const skip = program
    .command('skip')
    .description('skip the event at which a marketplace stopped, and record who did so and why')
    .usage('-- MARKETPLACE --reason "..." [options]')
    .argument('<marketplace>', 'as /readyz names it')
    .requiredOption('--reason <words>', 'why it may be skipped')
    .option('--by <name>', 'who decided it (default: the user of this computer)')
    .option('--data-dir <folder>', 'of the running instance (DATABASE_URL names a database instead)', '.opal')
    .action(async (marketplace: string, options: RawSkipOptions) => {
      const { skipCommand } = await import('./skip.ts')
      await skipCommand(marketplace, options)
    })
  const failures = program
    .command('failures')
    .description(
      'list metadata, images, list items and rankings that failed (--retry tries them again), and transactions and orders that could not be written',
    )
    .usage('-- [options]')
    .option('--retry <what>', '"failed", or the id of a collection')
    .option('--data-dir <folder>', 'of the running instance (DATABASE_URL names a database instead)', '.opal')
    .action(async (options: RawFailuresOptions) => {
      const { failuresCommand } = await import('./failures.ts')
      await failuresCommand(options)
    })
  for (const command of [skip, failures]) ofOneDatabase(command)
}

const HELP = `
Scales: tiny (60 collections), small (2,000), medium (20,000 collections, 300,000 tokens, 1,500,000 activities) and large
(200,000 collections, 2,000,000 tokens, 10,000,000 activities: about 36 GB and, on a machine with nothing else to do, some
minutes), and huge (300,000 collections, 3,000,000 tokens, 15,000,000 activities, about 54 GB, with a long tail: one collection of
1,000,000 tokens, one wallet with 100,000 items, one collection with 100,000 bids, one token with 50,000 activities). The same scale, seed and end make the same rows. The chain knows nothing of them: look at them with
  npm start -- --data-dir DIR --only postgres,localnet,api,web`

/** Adds `seed`: writes a synthetic market of a chosen size directly into the store. */
export function addSeedCommand(program: Command): void {
  const seed = program
    .command('seed')
    .description('fill a database with a made-up market, for measuring and for looking at large numbers')
    .usage('-- --scale NAME [options]')
    .requiredOption('--scale <name>', 'tiny, small, medium, large or huge')
    .option('--seed <text>', 'another seed makes another market', 'opal')
    .option('--until <time>', 'when its past ends, as 2026-11-21T12:00:00Z (default: the last full hour)')
    .option('--overwrite', 'drop the made-up market that the database holds; the index of a chain is never dropped')
    .addHelpText('after', HELP)
  addDatabaseOptions(seed, '.opal-large').action(async (options: RawSeedOptions) => {
    const { seedCommand } = await import('./seed.ts')
    await seedCommand(options)
  })
}

interface ConformanceOptions {
  readonly only?: string
  readonly level: 1 | 2 | 3
}

const NETWORK = ['--network <name>', 'local, testnet or mainnet (default: OPAL_NETWORK, else local)'] as const

/** Adds the commands that inspect indexed data, and those that read recorded transactions. */
export function addDataCommands(program: Command): void {
  addConformance(program)
  addVerify(program)
  addSnapshot(program)
  addBackup(program)
  addReplay(program)
  addRebuild(program)
}

function addConformance(program: Command): void {
  program
    .command('conformance')
    .description("compare the indexer's rows for recorded transactions with those of official indexers")
    .usage('-- DIR [options]')
    .argument('<dir>', 'folder with expected/index.json and the transaction folders it names')
    .option('--only <name,...>', 'processors or tests')
    .option('--level <n>', '1 keys, 2 deciding columns, 3 every column', level, 3)
    .action(conformance)
}

function addVerify(program: Command): void {
  const verify = program
    .command('verify')
    .description('derive every row again into a second database, from the raw rows alone, and compare all of them')
    .usage('-- [options]')
    .option(...NETWORK)
    .option('--show <n>', 'differences to name for each table', wholeNumber, 10)
    .option('--yes', 'also where the database is large, and the disk has room for it once more')
  addDatabaseOptions(verify, '.opal').action(async (options: RawVerifyOptions) => {
    const { verifyCommand } = await import('./verify.ts')
    await verifyCommand(options)
  })
}

function addBackup(program: Command): void {
  const backup = program
    .command('backup')
    .description('write the account data, which cannot be derived from the chain, into one file')
    .usage('-- --out FILE [options]')
    .requiredOption('--out <file>', 'file to create')
    .option(...NETWORK)
  addDatabaseOptions(backup, '.opal').action(async (options) => {
    const { backupCommand } = await import('./backup.ts')
    await backupCommand(options)
  })
  const restore = program
    .command('restore')
    .description('write the rows of a backup back, all or none')
    .usage('-- FILE [options]')
    .argument('<file>', 'written by npm run backup')
    .option('--replace', 'delete the account rows that the database has first')
    .option(...NETWORK)
  addDatabaseOptions(restore, '.opal').action(async (file: string, options) => {
    const { restoreCommand } = await import('./backup.ts')
    await restoreCommand(file, options)
  })
}

function addSnapshot(program: Command): void {
  const snapshot = program
    .command('snapshot')
    .description(
      'write the public tables and views as files: gzip’d CSV, schema.json and SHA256SUMS, all of one moment',
    )
    .usage('-- --out DIR [options]')
    .requiredOption('--out <folder>', 'folder to create, or an empty one')
    .option(...NETWORK)
  addDatabaseOptions(snapshot, '.opal').action(async (options: RawSnapshotOptions) => {
    const { snapshotCommand } = await import('./snapshot.ts')
    await snapshotCommand(options)
  })
}

function addReplay(program: Command): void {
  const replay = program
    .command('replay')
    .description('index recorded transactions into a database of their own and show them, without any network')
    .usage('-- DIR [options]')
    .argument('<dir>', 'folder of recorded transactions of one network, one JSON file each')
    .option(
      '--network <name>',
      "whose they are: mainnet or testnet (default: what the folder's name begins with, else mainnet)",
    )
    .option('--no-serve', 'only index them')
    .option('--reset', 'delete the data directory first (asks)')
    .option('--yes', 'do not ask')
  addPlaceOptions(replay, '.opal-replay')
  replay.action(async (directory: string, options: RawReplayOptions) => {
    const { replayCommand } = await import('./replay.ts')
    await replayCommand(directory, options)
  })
}

function addRebuild(program: Command): void {
  const rebuild = program
    .command('rebuild')
    .description('drop everything derived in the database of an instance and derive it again from its raw rows')
    .usage('-- [options]')
    .option(...NETWORK)
  addDatabaseOptions(rebuild, '.opal', 'of an instance that is not running').action(
    async (options: RawDatabaseOptions) => {
      const { rebuildCommand } = await import('./rebuild.ts')
      await rebuildCommand(options)
    },
  )
}

async function conformance(directory: string, { only, level }: ConformanceOptions): Promise<void> {
  const { runConformance } = await import('@opal/indexer/maintenance/conformance/run-conformance')
  const { SuiteError } = await import('@opal/indexer/maintenance/conformance/suite')
  const { openScratchDatabases } = await import('@opal/store/maintenance/inspect/scratch-databases')
  const { DATABASE_URL } = readConfig()
  try {
    await using databases = DATABASE_URL === undefined ? null : await openScratchDatabases(DATABASE_URL)
    const { failed } = await runConformance({
      directory,
      only: only?.split(',').map((name) => name.trim()) ?? [],
      level,
      databases,
      write: (line) => process.stdout.write(`${line}\n`),
    })
    if (failed > 0) process.exitCode = 1
  } catch (error) {
    if (error instanceof SuiteError) throw new Problem(error.message, { cause: error })
    throw error
  }
}

function level(text: string): 1 | 2 | 3 {
  const found = ([1, 2, 3] as const).find((known) => String(known) === text)
  if (!found) throw new InvalidArgumentError('choose 1, 2 or 3.')
  return found
}

function wholeNumber(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('name a whole number.')
}
