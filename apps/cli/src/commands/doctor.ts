import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { findPostgresBinaries } from '@opal/store/server/postgres-binaries'
import { serviceAccount } from '@opal/store/server/service-account'
import pc from 'picocolors'
import { staleBundles } from '../bundles/bundles.ts'
import { readConfig } from '../config.ts'
import { asProblem, Problem } from '../problem.ts'
import { choosePorts, type PortName, requireFreePorts, STANDARD_PORTS } from '../start/ports.ts'
import { locateChromium } from '../test/find-chromium.ts'

const NEEDED_BYTES = 1_000_000_000

/** `npm run doctor`: does this machine have what the other commands need? Changes nothing. */
export async function doctorCommand(dataDir: string): Promise<void> {
  const config = readConfig()
  let faults = 0
  const look = async (title: string, work: () => string | Promise<string>) => {
    try {
      process.stdout.write(`${pc.green('✓')} ${title.padEnd(12)} ${await work()}\n`)
    } catch (error) {
      faults += 1
      process.stdout.write(
        `${pc.red('✗')} ${title.padEnd(12)} ${error instanceof Error ? error.message : String(error)}\n`,
      )
    }
  }
  await look('Node', () => `${process.version}, ${process.platform}-${process.arch}`)
  await look('PostgreSQL', () =>
    config.DATABASE_URL ? 'given by DATABASE_URL' : `${findPostgresBinaries(serviceAccount()).major}, embedded`,
  )
  await look(
    'Chromium',
    () => locateChromium(config) ?? fail('not found: needed by the browser tests only; set CHROME_PATH.'),
  )
  await look('Ports', async () => {
    await requireFreePorts(choosePorts({}, 0), Object.keys(STANDARD_PORTS) as PortName[])
    return 'all standard ports are free'
  })
  await look('Disk', () => freeSpace(dataDir))
  await look(
    'Bundles',
    () =>
      staleBundles()
        .map(({ title }) => `${title} is built at the next start`)
        .join(', ') || 'fresh',
  )
  if (faults > 0) process.exitCode = 1
}

function freeSpace(dataDir: string): string {
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    const { bavail, bsize } = statfsSync(folder)
    const gigabytes = ((bavail * bsize) / 1e9).toFixed(1)
    if (bavail * bsize < NEEDED_BYTES) fail(`only ${gigabytes} GB free at ${folder}: Opal wants 1 GB.`)
    return `${gigabytes} GB free at ${folder}`
  } catch (error) {
    throw asProblem(error, folder)
  }
}

function fail(sentence: string): never {
  throw new Problem(sentence)
}
