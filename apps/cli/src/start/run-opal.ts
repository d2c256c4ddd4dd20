import { setTimeout as delay } from 'node:timers/promises'
import type { Readiness } from '@opal/contract/network/health'
import { buildBundle, staleBundle } from '../bundles/bundles.ts'
import type { CliConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { requireFreePorts } from '../supervisor/ports.ts'
import type { ProgressBoard } from '../supervisor/progress-board.ts'
import { type SupervisedProgram, supervise } from '../supervisor/supervised-program.ts'
import { addressesOf, requirePublicUrl, requireStreamKey } from './addresses.ts'
import { openDataDirectory } from './data-directory.ts'
import { type NetworkJson, writeNetworkJson } from './network-json.ts'
import { applyOperatorChoice, localOperatorToken } from './operator.ts'
import { type PortName, portOption } from './ports.ts'
import { databaseUrlOf, type ProgramContext, programOf } from './programs.ts'
import type { ProgramName, StartOptions } from './start-options.ts'

/** Ports that a program listens on. PostgreSQL looks after its own, as it may have to end a survivor first. */
const PORTS_OF: Readonly<Record<ProgramName, readonly PortName[]>> = {
  postgres: [],
  localnet: ['node', 'faucet', 'stream', 'readiness', 'art'],
  indexer: ['indexer'],
  api: ['api', 'chainGraphql', 'apiMetrics'],
  web: ['web', 'webMetrics'],
}

/** Settings of a start. */
export interface RunSettings {
  readonly board: ProgressBoard
  /** Receives every program, and stops them. */
  readonly stack: AsyncDisposableStack
  /** Aborted when the start is given up. */
  readonly signal: AbortSignal
  /** Fills the database before anything reads it. */
  readonly fill?: ((databaseUrl: string) => Promise<void>) | undefined
}

/** A running Opal. */
export interface RunningOpal {
  readonly network: NetworkJson
}

/**
 * Starts the chosen programs in their order and keeps them running; every one is handed to `stack`, which ends them.
 * @throws Problem whose message is a sentence; what was started by then is ended with the stack.
 */
export async function runOpal(
  options: StartOptions,
  config: CliConfig,
  { board, stack, signal, fill }: RunSettings,
): Promise<RunningOpal> {
  if (options.programs.includes('indexer')) requireStreamKey(options.network, config)
  if (options.programs.some((name) => name === 'api' || name === 'web')) requirePublicUrl(options.network, config)
  const addresses = addressesOf(options.network, options.ports, config)
  const directory = openDataDirectory(options.dataDir, options.network)
  stack.defer(directory.release)
  await requireFreePorts(
    options.ports,
    options.programs.flatMap((name) => PORTS_OF[name]),
    portOption,
  )
  // Localnet hands out the dev wallet from its first moment on; the site is needed last and takes longest.
  if (options.programs.includes('localnet')) await buildStale('dev wallet', board, signal)

  const context: ProgramContext = { options, addresses, directory, config }
  const start = async (name: ProgramName): Promise<void> => {
    if (!options.programs.includes(name)) return
    const program = programOf(name, context)
    const settings = { logFolder: directory.logs, announce: board.say, signal }
    await board.phase(program.title, async () => adopt(stack, await supervise(program, settings)))
  }
  const site = options.programs.includes('web') ? buildStale('web', board, signal) : Promise.resolve()
  // Each begins with what it cannot do without. The stream flows while the market is being made, and the API waits for the chain and for
  // the tables by itself.
  const chain = start('localnet')
  const database = start('postgres').then(() => fill && unlessAborted(signal, () => fill(databaseUrlOf(context))))
  const index = database.then(() => start('indexer'))
  const api = database.then(() => start('api'))
  const web = site.then(() => start('web'))
  await together([chain, index, api, web])
  const network = writeNetworkJson(directory, addresses)
  await catchUp(options, addresses.socket, board, signal)
  if (isWhole(options)) await applyOperatorChoice(directory, addresses.api, localOperatorToken(directory, config))
  return { network }
}

/** On a public network the first catching up takes days: the site says how far it is. */
async function catchUp(
  options: StartOptions,
  apiOrigin: string,
  board: ProgressBoard,
  signal: AbortSignal,
): Promise<void> {
  if (isWhole(options)) await board.phase('Indexing', (note) => waitUntilIndexed(apiOrigin, signal, note))
}

/** Returns whether this run includes the local chain and all programs that depend on it. */
function isWhole({ programs }: StartOptions): boolean {
  return (['localnet', 'indexer', 'api'] as const).every((name) => programs.includes(name))
}

/** Builds a bundle when its sources have changed. */
export async function buildStale(title: string, board: ProgressBoard, signal: AbortSignal): Promise<void> {
  const bundle = staleBundle(title)
  if (bundle !== null) await board.phase(`Building ${bundle.title}`, () => buildBundle(bundle, signal))
}

function adopt(stack: AsyncDisposableStack, running: SupervisedProgram): void {
  stack.defer(() => running.stop())
}

/** Waits for `work`, or rejects as soon as `signal` is aborted: its database ends with the stack, and it with that. */
async function unlessAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    signal.throwIfAborted()
    await Promise.race([work(), promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Waits for all even when one fails, so that none is left behind unknown to the stack. */
export async function together(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** Longest wait for the index to move. A busy machine may need minutes for all of it, and moves all the same. */
const STALLED_MS = 120_000

/**
 * Waits until the API shows the chain's head of the moment of the call.
 * @param note called with the progress, for the live line
 * @throws Problem when the index has not moved for two minutes.
 */
export async function waitUntilIndexed(
  apiOrigin: string,
  signal: AbortSignal,
  note: (words: string) => void,
): Promise<void> {
  let goal: bigint | null = null
  let highest = -1n
  for (let until = Date.now() + STALLED_MS; Date.now() < until; await delay(100)) {
    if (signal.aborted) throw new Problem('The start was given up.')
    const readiness = await readReadiness(apiOrigin)
    if (readiness?.node.version == null) continue
    goal ??= BigInt(readiness.node.version)
    const version = BigInt(readiness.index.version ?? -1)
    note(`${version.toLocaleString('en')} of ${goal.toLocaleString('en')} transactions`)
    if (version >= goal) return
    if (version <= highest) continue
    highest = version
    until = Date.now() + STALLED_MS
  }
  throw new Problem(`The indexer does not catch up with the chain: see indexer.log and ${apiOrigin}/readyz.`)
}

/** Answers 503 with the same body while it is behind. */
async function readReadiness(apiOrigin: string): Promise<Readiness | null> {
  try {
    const response = await fetch(`${apiOrigin}/readyz`, { signal: AbortSignal.timeout(5_000) })
    return (await response.json()) as Readiness
  } catch {
    return null
  }
}
