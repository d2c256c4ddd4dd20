import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const HELP = `node contracts/toolchain/stage-package.ts marketplace|aggregator testnet|mainnet DIR

Writes the package as a network gets it to DIR: sources without tests, and the manifest of contracts/publish. Prints a SHA-256
over both, by which others tell that they staged the same.
`
const CONTRACTS = join(import.meta.dirname, '..')

const [name, network, folder] = process.argv.slice(2)
if ((name !== 'marketplace' && name !== 'aggregator') || (network !== 'testnet' && network !== 'mainnet') || !folder) {
  process.stderr.write(HELP)
  process.exitCode = 2
} else {
  const target = resolve(folder)
  process.stdout.write(`${await stagePackage(name, network, target)}  ${name} for ${network} in ${target}\n`)
}

/** @returns the SHA-256 of everything that was written, file by file in the order of their names. */
async function stagePackage(name: string, network: string, target: string): Promise<string> {
  await mkdir(target, { recursive: true })
  if ((await readdir(target)).length > 0)
    throw new Error(`${target} is not empty: what lies there would be published too.`)
  await cp(join(CONTRACTS, name, 'sources'), join(target, 'sources'), {
    recursive: true,
    filter: (source) => !source.endsWith('/testing'),
  })
  const manifest = await readFile(join(CONTRACTS, 'publish', `${name}.toml`), 'utf8')
  await writeFile(join(target, 'Move.toml'), manifest.replaceAll('"NETWORK"', `"${network}"`))
  return await hashOf(target)
}

async function hashOf(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file.slice(folder.length)}\0`)
      .update(await readFile(file))
      .update('\0')
  return hash.digest('hex')
}
