import { Command } from 'commander'
import { addBenchCommand } from './commands/bench-options.ts'
import {
  addBuildCommand,
  addCodeCommands,
  addContractsCommand,
  addScreenshotsCommand,
} from './commands/code/code-options.ts'
import { addDataCommands, addOperatorCommands, addSeedCommand } from './commands/data/data-options.ts'
import {
  addClusterBackupCommand,
  addClusterCommand,
  addDrillCommand,
  addSoakCommand,
  addStartCommand,
} from './commands/start-options.ts'

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

/** Returns every command of the repository. Each loads what it needs when it is chosen. */
export function createProgram(): Command {
  const program = new Command('npm run').description('Opal: an NFT marketplace and aggregator for Aptos').exitOverride()
  for (const add of COMMANDS) add(program)
  return program
}
