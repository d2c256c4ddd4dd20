import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A package is published by one transaction, of which Aptos' command line takes 60,000 bytes. It adds to the bytecode what this
 * compiler leaves out: names and texts of errors, and which functions are views.
 */
export const LARGEST_BYTECODE = 50_000

/** Returns how many bytes the modules of a built package have, without those of its dependencies. */
export async function bytecodeSize(packagePath: string): Promise<number> {
  const build = join(packagePath, 'build')
  const folders = (await readdir(build)).map((name) => join(build, name, 'bytecode_modules'))
  const modules = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder)).filter((file) => file.endsWith('.mv')).map((file) => join(folder, file)),
    ),
  )
  const sizes = await Promise.all(modules.flat().map(async (file) => (await stat(file)).size))
  if (sizes.length === 0) throw new Error(`${packagePath} is not built.`)
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}
