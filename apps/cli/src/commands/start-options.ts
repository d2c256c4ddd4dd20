import type { Command } from 'commander'
import { type PortName, portOption, STANDARD_PORTS } from '../start/ports.ts'
import { PROGRAM_NAMES, type RawStartOptions } from '../start/start-options.ts'

const LOCALNET_HELP = `
The standard ports are those of the SDK's Network.LOCAL, chain id 4: new Aptos(new AptosConfig({ network: Network.LOCAL })).
The API is described at http://127.0.0.1:8080/v1/spec; what is native, in dev/chain/README.md, and what differs, in docs/reference/localnet.md.`

/** Adds `start` and its options, and `localnet`, which is a part of it. */
export function addStartCommand(program: Command): void {
  const start = program
    .command('start')
    .description('PostgreSQL, localnet with a demo market, indexer, API and web under one supervisor')
    .usage('-- [options]')
    .option('--network <name>', 'local, testnet or mainnet (default: OPAL_NETWORK, else local)')
    .option('--only <program,...>', `a part of ${PROGRAM_NAMES.join(', ')}`)
    .option('--no-demo', 'an empty localnet, without the demo market')
    .option('--quiet', 'no live trading by the seeded traders')
    .option('--reset', 'delete the data directory first (asks)')
    .option('--yes', 'do not ask')
  addPlaceOptions(start, '.opal')
  start.action(run)

  const localnet = program
    .command('localnet')
    .description('the local chain alone: node, faucet and stream')
    .usage('-- [options]')
    .addHelpText('after', LOCALNET_HELP)
  addPlaceOptions(localnet.option('--no-demo', 'an empty chain').option('--quiet', 'no live trading'), '.opal')
  localnet.action((options: RawStartOptions) => run({ ...options, only: 'localnet' }))
}

/** Adds the options that distinguish instances: the folder and the ports. */
export function addPlaceOptions(command: Command, dataDir: string): void {
  command
    .option('--data-dir <folder>', 'folder of database, chain and logs', dataDir)
    .option('--port-offset <n>', 'shift every standard port by n: a second instance beside the first', '0')
  for (const [name, port] of Object.entries(STANDARD_PORTS) as [PortName, number][]) {
    command.option(`${portOption(name)} <port>`, `standard ${port}`)
  }
}

async function run(options: RawStartOptions): Promise<void> {
  const { startCommand } = await import('./start.ts')
  await startCommand(options)
}
