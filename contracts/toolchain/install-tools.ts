import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Tools with lockfiles of their own, in folders beside this one; neither belongs into the product's tree. */
const TOOLS = {
  /** Its licence permits no production use. */
  compiler: { needs: 'node_modules/@initia/builder.js', title: 'the Move compiler' },
  /** It brings an SDK release under another licence along. */
  'framework-abi': { needs: 'node_modules/@typemove/aptos', title: "the framework's interface" },
} as const

/** Installs the tools that are missing. @throws Error when npm can not. */
export async function installTools(contracts: string): Promise<void> {
  for (const [name, { needs, title }] of Object.entries(TOOLS)) {
    const folder = join(contracts, name)
    if (existsSync(join(folder, needs))) continue
    process.stdout.write(`Installing ${title} ...\n`)
    await installInto(folder, title)
  }
}

async function installInto(folder: string, title: string): Promise<void> {
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn('npm', words, { cwd: folder, stdio: 'inherit' })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`npm could not install ${title}; it said why above.`)
}
