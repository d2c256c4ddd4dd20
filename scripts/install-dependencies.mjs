import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withLock } from './lock.mjs'
import { startProgress } from './progress.mjs'

/**
 * Makes node_modules what the lockfile says. Does nothing when it is so already.
 * @param {string} root the repository
 * @param {(child: { kill(signal: string): void } | null) => void} onChild called with the process to end when we are asked to end
 */
export async function installDependencies(root, onChild) {
  if (isInstalled(root)) return
  await withLock(join(root, '.opal-install.lock'), async () => {
    if (isInstalled(root)) return
    const progress = startProgress('Installing dependencies')
    try {
      await runNpm(root, ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], onChild)
      await runAllowedScripts(root, onChild)
    } catch (error) {
      progress.failed()
      throw error
    }
    writeStamp(root)
    progress.done()
  })
}

/** True when the stamp of the last install fits; or when someone installed the same by hand, which is then stamped. */
function isInstalled(root) {
  const stamp = stampPath(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expectedStamp(root)) return true
  if (!matchesLockfile(root)) return false
  writeStamp(root)
  return true
}

/** Compares npm's own record of what it installed with the lockfile. Optional packages of other platforms may be absent. */
function matchesLockfile(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    if (!path.includes('node_modules/')) return existsSync(join(root, path, 'package.json'))
    if (entry.link) return existsSync(join(root, path))
    const there = installed[path]
    if (!there) return entry.optional === true || entry.devOptional === true
    return there.version === entry.version && there.integrity === entry.integrity
  })
}

function stampPath(root) {
  return join(root, 'node_modules', '.opal-installed')
}

function expectedStamp(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  return hash.update(`${process.platform}-${process.arch}`).digest('hex')
}

function writeStamp(root) {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(stampPath(root), expectedStamp(root))
}

/**
 * `.npmrc` has npm run no package's install script, whatever its version. Those that package.json allows, and that this
 * platform has, are run by name.
 */
async function runAllowedScripts(root, onChild) {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name])
  const names = allowed.filter((name) => existsSync(join(root, 'node_modules', name)))
  if (names.length > 0) await runNpm(root, ['rebuild', '--ignore-scripts=false', ...names], onChild)
}

/** In a process group of its own: npm ignores SIGTERM while it installs, so the group is ended. */
async function runNpm(root, options, onChild) {
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.env.npm_node_execpath ?? process.execPath, [npm]] : ['npm', []]
  const child = spawn(command, [...args, ...options], {
    cwd: root,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  onChild({ kill: () => killGroup(child.pid) })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const code = await new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new Error('npm was not found: install it with Node.', { cause })))
    child.once('close', resolve)
  })
  onChild(null)
  if (code !== 0) throw new Error(explain(options[0], Buffer.concat(output).toString(), root))
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** npm started us and left its settings in the environment; they would steer the inner npm. */
function cleanEnvironment() {
  const entries = Object.entries(process.env).filter(([name]) => !/^npm_(config|lifecycle|package)_/.test(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))
  return { ...Object.fromEntries(entries), PATH: path.join(delimiter) }
}

function explain(command, output, root) {
  if (/ENOSPC|no space left/i.test(output)) return `The disk that holds ${root} is full: free some space and try again.`
  if (/EACCES|EPERM|EROFS/.test(output))
    return `${root} cannot be written by this user: give it to the user and try again.`
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/.test(output)) {
    return 'The npm registry cannot be reached: check the network connection and try again.'
  }
  return `npm ${command} failed:\n${output.trim().split('\n').slice(0, 15).join('\n')}`
}
