import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '@opal/store/embedded/free-port'
import { type CliConfig, readConfig } from '../../config.ts'
import { findProgram } from '../../debian/debian-program.ts'
import { ROOT } from '../../repository.ts'
import { type PortName, STANDARD_PORTS } from '../../start/ports.ts'
import { runOpal } from '../../start/run-opal.ts'
import { type RawStartOptions, readStartOptions } from '../../start/start-options.ts'
import { createProgressBoard, type ProgressBoard } from '../../supervisor/progress-board.ts'
import { CHROMIUM } from '../../test/test-programs.ts'
import type { ScreenshotsOptions } from './code-options.ts'

/** Runs `npm run screenshots`: the exit code is 1 when anything was found wrong. */
export async function screenshotsCommand(options: ScreenshotsOptions): Promise<number> {
  const config = readConfig()
  const board = createProgressBoard()
  const chromePath = await findProgram(CHROMIUM, config, board.say)
  await using stack = new AsyncDisposableStack()
  const url = options.url ?? (await startThrowAway(config, board, stack))
  // Awaited here: what was started must outlive the screenshots.
  return await takeScreenshots(url, options, { ...config.environment, CHROME_PATH: chromePath })
}

/** A whole Opal with the demo market and no live trading, in a temporary folder. */
async function startThrowAway(config: CliConfig, board: ProgressBoard, stack: AsyncDisposableStack): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'opal-screenshots-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const names = Object.keys(STANDARD_PORTS) as PortName[]
  const ports = await Promise.all(names.map(async (name) => [`${name}Port`, String(await freePort(0))] as const))
  const raw: RawStartOptions = { ...Object.fromEntries(ports), dataDir, portOffset: '0', demo: true, quiet: true }
  const options = readStartOptions({ ...raw, network: 'local' }, config)
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort())
  const { network } = await runOpal(options, config, { board, stack, signal: ending.signal })
  return network.web
}

/** Runs the program that takes the screenshots, which belongs to the browser tests. @returns its exit code. */
async function takeScreenshots(url: string, options: ScreenshotsOptions, env: Record<string, string>): Promise<number> {
  const words = ['--url', url, '--output', resolve(ROOT, options.output)]
  for (const name of ['only', 'theme', 'size'] as const) {
    const value = options[name]
    if (value !== undefined) words.push(`--${name}`, value)
  }
  if (options.tour === true) words.push('--tour')
  const program = join(ROOT, 'e2e', 'screenshots', 'main.ts')
  const child = spawn(process.execPath, [program, ...words], { stdio: 'inherit', cwd: ROOT, env })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
