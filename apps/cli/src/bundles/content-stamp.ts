import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

const LEFT_OUT = new Set(['node_modules', 'build', 'dist', '.react-router', '__fixtures__'])

/**
 * Returns a hash over the content of files and folders: equal when a build from them would be equal. Tests are
 * left out.
 */
export function contentStamp(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesUnder(root, path)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) return []
    const inner = posix.join(path, entry.name)
    if (entry.isDirectory()) return filesUnder(root, inner)
    return entry.isFile() ? [inner] : []
  })
}
