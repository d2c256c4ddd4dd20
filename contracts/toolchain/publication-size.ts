import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A package is published by one transaction, of which Aptos' command line takes 60,000 bytes. It adds to the bytecode what this
 * compiler leaves out: names and texts of errors, and which functions are views.
 */
export const LARGEST_BYTECODE = 50_000

/** Returns how many bytes of bytecode each published package has, from the folder of the built aggregator, which holds both. */
export async function publicationSizes(aggregator: string): Promise<readonly (readonly [string, number])[]> {
  const modules = join(aggregator, 'build/OpalAggregator/bytecode_modules')
  return [
    ['marketplace', await bytesIn(join(modules, 'dependencies/OpalMarketplace'))],
    ['aggregator', await bytesIn(modules)],
  ]
}

async function bytesIn(folder: string): Promise<number> {
  const modules = (await readdir(folder)).filter((file) => file.endsWith('.mv'))
  if (modules.length === 0) throw new Error(`No modules were built in ${folder}.`)
  const sizes = await Promise.all(modules.map(async (file) => (await stat(join(folder, file))).size))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}
