import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { NetworkName } from '@opal/domain/network'
import { findPostgresBinaries } from '@opal/store/embedded/postgres-binaries'
import { serviceAccount } from '@opal/store/embedded/service-account'
import { staleBundles } from '../../bundles/bundles.ts'
import { readConfig } from '../../config.ts'
import { type DebianProgram, locateProgram } from '../../debian/debian-program.ts'
import { checkPostgres } from '../../doctor/check-postgres.ts'
import { Examination } from '../../doctor/examination.ts'
import { asProblem, Problem } from '../../problem.ts'
import { choosePorts, type PortName, portOption, STANDARD_PORTS } from '../../start/ports.ts'
import { requireFreePorts } from '../../supervisor/ports.ts'
import { TEST_PROGRAMS } from '../../test/test-programs.ts'

/** The demo market, or the whole NFT history of a public network and its indexes. */
const NEEDED_BYTES = { local: 1e9, testnet: 50e9, mainnet: 500e9 } as const satisfies Record<NetworkName, number>

/**
 * Runs `npm run doctor`: reports what this machine lacks for the other commands; on a public network also faults of node, stream,
 * key, clock, starting version and contracts. Changes nothing. Exit code 1 for any fault.
 */
export async function doctorCommand(dataDir: string, network = readConfig().OPAL_NETWORK): Promise<void> {
  const config = readConfig()
  const examination = new Examination()
  const databaseUrl = config.DATABASE_URL
  await examination.check('Node.js', () => `${process.version}, ${process.platform}-${process.arch}`)
  await examination.check('PostgreSQL', () =>
    databaseUrl ? checkPostgres(databaseUrl) : `${findPostgresBinaries(serviceAccount()).major}, embedded`,
  )
  await examination.check('Disk', () => freeSpace(dataDir, databaseUrl ? NEEDED_BYTES.local : NEEDED_BYTES[network]))
  if (network === 'local') await checkDeveloperTools(examination)
  else await (await import('../../doctor/examine-network.ts')).examineNetwork(network, config, examination)
  await examination.check('Ports', async () => {
    const names = Object.keys(STANDARD_PORTS) as PortName[]
    await requireFreePorts(choosePorts({}, 0), names, portOption, { timeoutMs: 0 })
    return 'all standard ports are free'
  })
  await examination.check('Bundles', () => {
    const stale = staleBundles().map(({ title }) => `${title} is built at the next start`)
    return stale.join(', ') || 'fresh'
  })
  if (examination.faults > 0) process.exitCode = 1
}

/** Checks the tools that only developers need. */
async function checkDeveloperTools(examination: Examination): Promise<void> {
  for (const program of TEST_PROGRAMS) {
    await examination.check(program.title, () => locateProgram(program, readConfig()) ?? fail(adviceFor(program)))
  }
}

function adviceFor({ neededBy, title, variable }: DebianProgram): string {
  return `not found. ${neededBy} ${title}; set ${variable}.`
}

function freeSpace(dataDir: string, neededBytes: number): string {
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    const { bavail, bsize } = statfsSync(folder)
    const gigabytes = ((bavail * bsize) / 1e9).toFixed(1)
    if (bavail * bsize < neededBytes)
      fail(`only ${gigabytes} GB free at ${folder}: Opal needs ${neededBytes / 1e9} GB.`)
    return `${gigabytes} GB free at ${folder}`
  } catch (error) {
    throw asProblem(error, folder)
  }
}

function fail(sentence: string): never {
  throw new Problem(sentence)
}
