import { type Command, Option } from 'commander'
import { type PortName, portOption, STANDARD_PORTS } from '../start/ports.ts'
import { PROGRAM_NAMES, type RawStartOptions } from '../start/start-options.ts'
import type { RawClusterOptions } from './cluster.ts'
import type { RawClusterBackupOptions } from './cluster-backup.ts'
import type { RawDrillOptions } from './drill.ts'
import type { RawSoakOptions } from './soak.ts'

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
    .option('--port-offset <n>', 'shift every standard port by n: a second instance next to the first', '0')
  for (const [name, port] of Object.entries(STANDARD_PORTS) as [PortName, number][]) {
    command.option(`${portOption(name)} <port>`, `standard ${port}`)
  }
}

const CLUSTER_HELP = `
Runs as root on Debian 12 or newer, and installs the packages that it lacks, after naming each with its reason. It starts none of
their services: everything runs below the data directory, on 127.0.0.1 alone. docs/how-to/run-a-cluster.md draws it.`

/** Adds `cluster`, which runs on this machine what others run on several. */
export function addClusterCommand(program: Command): void {
  program
    .command('cluster')
    .description('a cluster on this machine: three PostgreSQL under Patroni, two of each program, behind HAProxy')
    .usage('-- [options]')
    .option('--data-dir <folder>', 'folder of all engines and programs', '.opal-cluster')
    .option('--port-offset <n>', 'shift every port by n: a second cluster next to the first', '0')
    .option('--quiet', 'no live trading by the seeded traders')
    .option('--journeys', 'play browser journeys on it, without live trading, and end')
    .option(
      '--restore-to <time>',
      'drop the database and restore its backups (asks): "2026-11-28T03:15:00Z", or latest',
    )
    .option('--timeline <number>', 'with --restore-to: the timeline that it follows, where an earlier restore left it')
    .option('--reset', 'delete the data directory first (asks)')
    .option('--yes', 'do not ask')
    .addHelpText('after', CLUSTER_HELP)
    .action(async (options: RawClusterOptions) => {
      const { clusterCommand } = await import('./cluster.ts')
      await clusterCommand(options)
    })
}

/** Adds `cluster:backup`, which operators run every night. */
export function addClusterBackupCommand(program: Command): void {
  program
    .command('cluster:backup')
    .description('a physical backup of a running cluster, of what has changed since the last one')
    .usage('-- [options]')
    .option('--full', 'back up everything')
    .option('--data-dir <folder>', 'of the cluster', '.opal-cluster')
    .action(async (options: RawClusterBackupOptions) => {
      const { clusterBackupCommand } = await import('./cluster-backup.ts')
      await clusterBackupCommand(options)
    })
}

/** Folders of commands that begin with nothing: what is in them is deleted without a question, and what is in others is not. */
export const OWN_FOLDERS = { drill: '.opal-drill', soak: '.opal-soak' } as const

const DRILL_HELP = `
Runs in a network of its own, with a cluster of its own, as root on Debian 12 or newer. Ends with a table, and with 1 when anything was
lost, duplicated, or unavailable for too long. docs/how-to/run-a-cluster.md says what each fault is.`

/** Adds `drill`, which breaks every part of a cluster in turn. */
export function addDrillCommand(program: Command): void {
  program
    .command('drill')
    .description('break every part of a cluster in turn, under load: what fails, what is lost, how long it takes')
    .usage('-- [options]')
    .option('--only <fault,...>', 'some faults, or those that begin with a word, such as primary')
    .option('--random <n>', 'instead or in addition, kill n random processes at random moments')
    .option('--seed <text>', 'chooses what is killed, and when', '1')
    .option('--json <file>', 'the figures, too')
    .option('--data-dir <folder>', "the drill's own; deleted first (asks for any other)", OWN_FOLDERS.drill)
    .option('--yes', 'do not ask')
    .addOption(new Option('--inside', 'in the network of its own').hideHelp())
    .addHelpText('after', DRILL_HELP)
    .action(async (options: RawDrillOptions) => {
      const { drillCommand } = await import('./drill.ts')
      await drillCommand(options)
    })
}

const SOAK_HELP = `
Runs as root on Debian 12 or newer, with a cluster of its own. Ends with a table and a chart by minute, and with 1 when the memory of a
program grew by more than a tenth after the first ten minutes, the index was more than five seconds behind, or a request failed.`

/** Adds `soak`, which looks for what grows with time. */
export function addSoakCommand(program: Command): void {
  program
    .command('soak')
    .description('a cluster under a constant load: memory, connections, lag, errors and times, by minute')
    .usage('-- [options]')
    .option('--minutes <n>', 'length of the load', '60')
    .option('--sessions <n>', 'people who browse', '500')
    .option('--trades <n>', 'transactions of traders a second', '30')
    .option('--sockets <n>', 'live connections', '1000')
    .option('--chart <file>', 'the chart, as SVG', 'artifacts/soak.svg')
    .option('--json <file>', 'the figures, too')
    .option('--data-dir <folder>', "the soak's own; deleted first (asks for any other)", OWN_FOLDERS.soak)
    .option('--yes', 'do not ask')
    .option('--port-offset <n>', 'shift every port by n', '0')
    .addHelpText('after', SOAK_HELP)
    .action(async (options: RawSoakOptions) => {
      const { soakCommand } = await import('./soak.ts')
      await soakCommand(options)
    })
}

async function run(options: RawStartOptions): Promise<void> {
  const { startCommand } = await import('./start.ts')
  await startCommand(options)
}
