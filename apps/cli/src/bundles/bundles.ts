import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderOf, MAY_IMPORT } from '../check/imports/packages.ts'
import { productionEnvironment } from '../config.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'
import { takeBuildLock } from './build-lock.ts'
import { contentStamp } from './content-stamp.ts'

/** A program that is built before it is served. */
export interface Bundle {
  readonly title: string
  /** Files and folders, relative to the repository, that the result depends on. */
  readonly inputs: readonly string[]
  /** A file of the result: without it there is no build. */
  readonly output: string
  readonly stamp: string
  /** Arguments to Node, run in `folder`. */
  readonly command: readonly string[]
  readonly folder: string
}

const WEB: Bundle = {
  title: 'web',
  inputs: [
    'package-lock.json',
    'tsconfig.base.json',
    'apps/web',
    ...MAY_IMPORT.web.map((workspace) => folderOf(workspace)),
  ],
  output: 'apps/web/build/server/index.js',
  stamp: 'apps/web/build/.stamp',
  command: [join(ROOT, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
  folder: 'apps/web',
}

const DEV_WALLET: Bundle = {
  title: 'dev wallet',
  inputs: ['package-lock.json', 'tsconfig.base.json', 'dev/wallet'],
  output: 'dev/wallet/dist/dev-wallet.js',
  stamp: 'dev/wallet/dist/.stamp',
  command: [
    '--input-type=module',
    '-e',
    "import { buildDevWallet } from '@opal/dev-wallet/build/build-dev-wallet'; await buildDevWallet({ force: true })",
  ],
  folder: 'apps/cli',
}

/** Everything that is served built, with what each is made of. */
export const BUNDLES: readonly Bundle[] = [WEB, DEV_WALLET]

/** Returns those whose inputs changed since they were built. */
export function staleBundles(): readonly Bundle[] {
  return BUNDLES.filter(isStale)
}

/** Returns a bundle by its title whose inputs changed since it was built; null where they did not. */
export function staleBundle(title: string): Bundle | null {
  return BUNDLES.find((bundle) => bundle.title === title && isStale(bundle)) ?? null
}

function isStale({ inputs, output, stamp }: Bundle): boolean {
  const known = join(ROOT, stamp)
  const isBuilt = existsSync(join(ROOT, output)) && existsSync(known)
  return !isBuilt || readFileSync(known, 'utf8') !== contentStamp(ROOT, inputs)
}

/** Lines of a failed bundler that are shown: its message is above a stack of a dozen lines. */
const LINES_SHOWN = 40

/**
 * Builds a bundle, unless another start of this clone has just done so.
 * @throws Problem with what the bundler said.
 */
export async function buildBundle(bundle: Bundle, signal?: AbortSignal): Promise<void> {
  // Not among the inputs, whose stamp it would change.
  const path = join(ROOT, 'node_modules/.cache/opal', `${bundle.title}.lock`)
  using lock = await takeBuildLock(path, signal)
  if (!lock.waited || isStale(bundle)) await runBundler(bundle, signal)
}

async function runBundler(bundle: Bundle, signal?: AbortSignal): Promise<void> {
  const stamp = contentStamp(ROOT, bundle.inputs)
  const options = { cwd: join(ROOT, bundle.folder), env: productionEnvironment(), ...(signal ? { signal } : {}) }
  const child = spawn(process.execPath, bundle.command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) {
    const words = Buffer.concat(output).toString().trim().split('\n').slice(-LINES_SHOWN).join('\n')
    throw new Problem(`The ${bundle.title} cannot be built:\n${words}`)
  }
  mkdirSync(dirname(join(ROOT, bundle.stamp)), { recursive: true })
  writeFileSync(join(ROOT, bundle.stamp), stamp)
}
