import { resolve } from 'node:path'
import { NETWORK_NAMES, type NetworkName } from '@opal/domain/network'
import type { CliConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'
import { choosePorts, type PortName, type Ports, STANDARD_PORTS } from './ports.ts'

/** The programs of one instance, in the order they are started. */
export const PROGRAM_NAMES = ['postgres', 'localnet', 'indexer', 'api', 'web'] as const
export type ProgramName = (typeof PROGRAM_NAMES)[number]

/** Checked options of `npm start`. */
export interface StartOptions {
  readonly network: NetworkName
  readonly dataDir: string
  readonly ports: Ports
  readonly programs: readonly ProgramName[]
  /** Seed the demo market on the first start of the local network. */
  readonly demo: boolean
  /** Let the seeded traders go on trading. */
  readonly story: boolean
  readonly reset: boolean
  readonly yes: boolean
}

/** Options as commander hands them over. */
export type RawStartOptions = Partial<Record<`${PortName}Port`, string>> & {
  readonly network?: string
  readonly dataDir: string
  readonly portOffset: string
  readonly only?: string
  readonly demo: boolean
  readonly quiet?: boolean
  readonly reset?: boolean
  readonly yes?: boolean
}

/** @throws Problem that names the option. */
export function readStartOptions(raw: RawStartOptions, config: CliConfig): StartOptions {
  const network = networkNamed(raw.network ?? config.OPAL_NETWORK)
  const names = Object.keys(STANDARD_PORTS) as PortName[]
  const given = names.flatMap((name) => {
    const text = raw[`${name}Port`]
    return text === undefined ? [] : [[name, Number(text)] as const]
  })
  return {
    network,
    dataDir: resolve(ROOT, raw.dataDir),
    ports: choosePorts(Object.fromEntries(given), wholeNumber('--port-offset', raw.portOffset)),
    programs: choosePrograms(raw.only, network, config),
    demo: raw.demo,
    story: raw.demo && raw.quiet !== true,
    reset: raw.reset === true,
    yes: raw.yes === true,
  }
}

/** On a public network the chain is not ours; with DATABASE_URL the database is not. */
function choosePrograms(only: string | undefined, network: NetworkName, config: CliConfig): readonly ProgramName[] {
  const wanted = only === undefined ? PROGRAM_NAMES : only.split(',').map((name) => programNamed(name.trim()))
  const chosen = PROGRAM_NAMES.filter((name) => wanted.includes(name)).filter(
    (name) => !(name === 'localnet' && network !== 'local') && !(name === 'postgres' && config.DATABASE_URL),
  )
  const needsDatabase = chosen.find((name) => name === 'indexer' || name === 'api')
  if (needsDatabase && !chosen.includes('postgres') && !config.DATABASE_URL) {
    throw new Problem(`The ${needsDatabase} needs a database: set DATABASE_URL, or add postgres to --only.`)
  }
  if (chosen.length === 0) throw new Problem(`--only ${only} leaves nothing to start on ${network}.`)
  return chosen
}

function programNamed(name: string): ProgramName {
  const found = PROGRAM_NAMES.find((known) => known === name)
  if (found) return found
  throw new Problem(`--only does not know "${name}": choose from ${PROGRAM_NAMES.join(', ')}.`)
}

function networkNamed(name: string): NetworkName {
  const found = NETWORK_NAMES.find((known) => known === name)
  if (found) return found
  throw new Problem(`--network does not know "${name}": choose from ${NETWORK_NAMES.join(', ')}.`)
}

/** @throws Problem that names the option. */
export function wholeNumber(option: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value)) return value
  throw new Problem(`${option} takes a whole number, not "${text}".`)
}
