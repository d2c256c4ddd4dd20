import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const PACKAGE_DIR = fileURLToPath(new URL('../..', import.meta.url))
const OUT_DIR = join(PACKAGE_DIR, 'dist')

/** Path of the finished script. */
const DEV_WALLET_SCRIPT = join(OUT_DIR, 'dev-wallet.js')

/**
 * Bundles the wallet into one classic script, unless the last bundle is younger than every source.
 * @returns the script's path
 */
export async function buildDevWallet(options: { readonly force?: boolean } = {}): Promise<string> {
  if (options.force !== true && !(await isStale())) return DEV_WALLET_SCRIPT
  await mkdir(OUT_DIR, { recursive: true })
  await build({
    configFile: false,
    root: PACKAGE_DIR,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: OUT_DIR,
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: join(PACKAGE_DIR, 'src/main.ts'),
        formats: ['iife'],
        name: 'OpalDevWallet',
        fileName: () => 'dev-wallet.js',
      },
    },
  })
  return DEV_WALLET_SCRIPT
}

async function isStale(): Promise<boolean> {
  const built = await modifiedAt(DEV_WALLET_SCRIPT)
  if (built === 0) return true
  const sources = await readdir(join(PACKAGE_DIR, 'src'), { recursive: true })
  const inputs = [join(PACKAGE_DIR, 'package.json'), ...sources.map((name) => join(PACKAGE_DIR, 'src', name))]
  const times = await Promise.all(inputs.filter((name) => !/\.test\.ts$|\/testing\//.test(name)).map(modifiedAt))
  return times.some((time) => time > built)
}

async function modifiedAt(path: string): Promise<number> {
  return stat(path).then(
    (found) => (found.isFile() ? found.mtimeMs : 0),
    () => 0,
  )
}
