import type { Command } from 'commander'
import type { RawMediaOptions } from './media.ts'
import type { RawSkipOptions } from './skip.ts'

/** Adds the commands with which an operator helps a running indexer on. */
export function addOperatorCommands(program: Command): void {
  program
    .command('skip')
    .description('pass over the event at which a marketplace stopped, and leave a record of who did so and why')
    .usage('-- MARKETPLACE --reason "..." [options]')
    .argument('<marketplace>', 'as /readyz names it')
    .requiredOption('--reason <words>', 'why it may be passed over')
    .option('--by <name>', 'who decided it (default: the user of this computer)')
    .option('--data-dir <folder>', 'of the running instance (DATABASE_URL names a database instead)', '.opal')
    .action(async (marketplace: string, options: RawSkipOptions) => {
      const { skipCommand } = await import('./skip.ts')
      await skipCommand(marketplace, options)
    })
  program
    .command('media')
    .description(
      'metadata and pictures that could not be fetched, cards and rankings that could not be made; or try them again',
    )
    .usage('-- [options]')
    .option('--retry <what>', '"failed", or the id of a collection')
    .option('--data-dir <folder>', 'of the running instance (DATABASE_URL names a database instead)', '.opal')
    .action(async (options: RawMediaOptions) => {
      const { mediaCommand } = await import('./media.ts')
      await mediaCommand(options)
    })
}
