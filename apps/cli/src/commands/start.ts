import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { confirm, isCancel } from '@clack/prompts'
import pc from 'picocolors'
import { backupRepository } from '../cluster/engines/postgres.ts'
import { type CliConfig, readConfig } from '../config.ts'
import { isOutputGone } from '../output-gone.ts'
import { Problem } from '../problem.ts'
import { refuseResetOfOther, resetDataDirectory } from '../start/data-directory.ts'
import type { NetworkJson } from '../start/network-json.ts'
import { type RunSettings, runOpal } from '../start/run-opal.ts'
import { type RawStartOptions, readStartOptions, type StartOptions } from '../start/start-options.ts'
import { welcome } from '../start/welcome.ts'
import { createProgressBoard, type ProgressBoard } from '../supervisor/progress-board.ts'

/** Runs `npm start`: everything under one supervisor, until Ctrl-C or SIGTERM. */
export async function startCommand(raw: RawStartOptions): Promise<void> {
  const config = readConfig()
  const options = readStartOptions(raw, config)
  await serve(options, config, { board: createProgressBoard() })
}

export interface ServeSettings {
  readonly board: ProgressBoard
  readonly fill?: RunSettings['fill']
  /** False ends when everything is ready, instead of when asked to. */
  readonly stay?: boolean
}

/** Exit code of a program that Ctrl-C ended before its work was done. */
const INTERRUPTED = 130

/**
 * Starts the chosen programs and keeps them until Ctrl-C or SIGTERM; ends every one of them, whatever happens. Work that is
 * interrupted loses its database immediately, so that it rolls back.
 */
export async function serve(options: StartOptions, config: CliConfig, settings: ServeSettings): Promise<void> {
  const { board, fill, stay = true } = settings
  if (options.reset) await reset(options)
  board.say(`${pc.bold('Opal')} on the ${options.network} network, data in ${options.dataDir}`)

  await untilAskedToEnd({
    board,
    stay,
    start: (stack, signal) => runOpal(options, config, { board, stack, signal, fill }),
    announce: ({ network }) => announce(network, options, config, board),
  })
}

/** Something that runs until Ctrl-C. */
export interface Running<Result> {
  readonly board: ProgressBoard
  /** False ends when everything is ready, instead of when asked to. */
  readonly stay: boolean
  /** Hands all that has to be ended to the stack. */
  readonly start: (stack: AsyncDisposableStack, signal: AbortSignal) => Promise<Result>
  /** Called when everything is ready, where it stays. */
  readonly announce: (result: Result) => void
}

/** Starts something and keeps it until Ctrl-C or SIGTERM; ends all of it, whatever happens. */
export async function untilAskedToEnd<Result>({ board, stay, start, announce }: Running<Result>): Promise<void> {
  const ending = whenAskedToEnd()
  const stack = new AsyncDisposableStack()
  const running = start(stack, ending.signal)
  try {
    await Promise.race([running, ending.asked])
    if (stay && !ending.signal.aborted) announce(await running)
    if (stay) await ending.asked
  } catch (error) {
    if (!ending.signal.aborted) throw error
  } finally {
    board.say('Ending ...')
    if (ending.signal.aborted && !stay) process.exitCode = INTERRUPTED
    ending.abort()
    // Until it has settled it may still add programs to the stack.
    await running.catch(() => {})
    await stack.disposeAsync()
  }
  board.say('Ended. The data remains.')
}

function announce(network: NetworkJson, options: StartOptions, config: CliConfig, board: ProgressBoard): void {
  board.say(`\n${welcome(network, options.programs)}\n`)
  board.say(`${pc.bold('Ready')} after ${elapsed(config)}. Ctrl-C ends everything and keeps the data.\n`)
}

/**
 * Resolves at the first signal, and when the reader of the output is gone. Later signals are ignored, since a terminal sends each twice.
 */
function whenAskedToEnd() {
  const controller = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    controller.abort()
    resolve()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.stdout.on('error', (error) => {
    if (isOutputGone(error)) end()
  })
  return { asked: promise, signal: controller.signal, abort: () => controller.abort() }
}

/** Data to be deleted. */
export interface Reset extends Pick<StartOptions, 'dataDir' | 'yes'> {
  /** Network that is started afterwards; null where the data of any may be deleted. */
  readonly network: StartOptions['network'] | null
}

/**
 * Deletes a data directory, after asking where it holds anything.
 * @throws Problem where it must not be, and where it holds the data of another public network.
 */
export async function reset({ dataDir, network, yes }: Reset): Promise<void> {
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return
  if (network !== null) refuseResetOfOther(dataDir, network)
  const backups = existsSync(backupRepository({ engines: join(dataDir, 'engines') })) ? ', the backups too' : ''
  await confirmLoss({ what: `everything in ${dataDir}${backups}`, yes })
  await resetDataDirectory(dataDir)
}

/** Asks before something is deleted, unless `yes` says so. @throws Problem when it must not be, or there is no terminal. */
export async function confirmLoss({ what, yes }: { readonly what: string; readonly yes: boolean }): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new Problem(`This deletes ${what}: add --yes where there is no terminal.`)
  const answer = await confirm({ message: `Delete ${what}?`, initialValue: false })
  if (isCancel(answer) || !answer) throw new Problem('Nothing was deleted.')
}

/** Returns the time since the person pressed return. */
export function elapsed(config: CliConfig): string {
  const began = config.OPAL_STARTED_AT ?? Date.now() - performance.now()
  return `${((Date.now() - began) / 1000).toFixed(1)} s`
}
