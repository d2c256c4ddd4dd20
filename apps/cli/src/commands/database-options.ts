import type { Command } from 'commander'

/** Adds what names an instance's database to a command that starts it when it is not up. */
export function addDatabaseOptions(command: Command, dataDir: string): Command {
  return command
    .option(
      '--data-dir <folder>',
      'of the instance; it may be running (DATABASE_URL names a database instead)',
      dataDir,
    )
    .option('--port-offset <n>', 'shift the port on which a stopped database is started', '0')
}
