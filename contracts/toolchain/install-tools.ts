import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Tools with separate lockfiles in folders next to this one: they are no dependencies of the product. */
const TOOLS = {
  /** Its licence permits no production use. */
  compiler: { needs: 'node_modules/@initia/builder.js', title: 'the Move compiler' },
  /** It brings an SDK release under another licence along. */
  'framework-abi': { needs: 'node_modules/@typemove/aptos', title: "the framework's interface" },
} as const

/** Installs missing tools concurrently. @throws Error when npm cannot. */
export async function installTools(contracts: string): Promise<void> {
  const missing = Object.entries(TOOLS).filter(([name, { needs }]) => !existsSync(join(contracts, name, needs)))
  await Promise.all(missing.map(([name, { title }]) => installInto(join(contracts, name), title)))
}

async function installInto(folder: string, title: string): Promise<void> {
  process.stdout.write(`Installing ${title} ...\n`)
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn('npm', words, { cwd: folder, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`npm could not install ${title}; it said why above.`)
}
