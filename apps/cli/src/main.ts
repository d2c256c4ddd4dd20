import { Command, CommanderError } from 'commander'
import { addBenchCommand } from './commands/bench-options.ts'
import {
  addBuildCommand,
  addCodeCommands,
  addContractsCommand,
  addScreenshotsCommand,
} from './commands/code-options.ts'
import { addDataCommands, addOperatorCommands, addSeedCommand } from './commands/data-options.ts'
import {
  addClusterBackupCommand,
  addClusterCommand,
  addDrillCommand,
  addSoakCommand,
  addStartCommand,
} from './commands/start-options.ts'
import { printableLines } from './printable.ts'
import { Problem } from './problem.ts'

/** Every command of the repository. Each loads what it needs when it is chosen. */
const program = new Command('npm run').description('Opal: an NFT marketplace and aggregator for Aptos').exitOverride()
const COMMANDS = [
  addStartCommand,
  addClusterCommand,
  addClusterBackupCommand,
  addDrillCommand,
  addSoakCommand,
  addCodeCommands,
  addDataCommands,
  addOperatorCommands,
  addContractsCommand,
  addSeedCommand,
  addBenchCommand,
  addBuildCommand,
  addScreenshotsCommand,
]
for (const add of COMMANDS) add(program)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else {
    process.stderr.write(`${printableLines(describe(error))}\n`)
    process.exitCode = 1
  }
}

/** A problem is one sentence; anything else is our own mistake and keeps its stack. */
function describe(error: unknown): string {
  if (error instanceof Problem) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
