import type { Command } from 'commander'
import { addDatabaseOptions } from './database-options.ts'
import type { RawSeedOptions } from './seed.ts'

const HELP = `
Scales: tiny (60 collections), small (2,000), medium (20,000 collections, 300,000 tokens, 1,500,000 activities) and large
(200,000 collections, 2,000,000 tokens, 10,000,000 activities: about 20 GB and, on a machine with nothing else to do, some
minutes). The same scale, seed and end make the same rows. The chain knows nothing of them: look at them with
  npm start -- --data-dir DIR --only postgres,localnet,api,web`

/** Adds `seed`: a made-up market of many sizes, straight into the store. */
export function addSeedCommand(program: Command): void {
  const seed = program
    .command('seed')
    .description('fill a database with a made-up market, for measuring and for looking at large numbers')
    .usage('-- --scale NAME [options]')
    .requiredOption('--scale <name>', 'tiny, small, medium or large')
    .option('--seed <text>', 'another seed makes another market', 'opal')
    .option('--until <time>', 'when its past ends, as 2026-11-21T12:00:00Z (default: the last full hour)')
    .option('--overwrite', 'drop what the database has indexed')
    .addHelpText('after', HELP)
  addDatabaseOptions(seed, '.opal-large').action(async (options: RawSeedOptions) => {
    const { seedCommand } = await import('./seed.ts')
    await seedCommand(options)
  })
}
