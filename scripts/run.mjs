// Bootstrap of every command: plain JavaScript that any Node >= 20 runs.
// Installs the lockfile's dependencies when they changed, then runs apps/cli on the pinned Node with the given arguments.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from './install-dependencies.mjs'
import { pinnedNode } from './pinned-node.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** Longer than a cluster takes to stop: it ends its parts one after the other, each with a limit of its own. */
const KILL_AFTER_MS = 90_000

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Opal needs Node 20 or newer to set itself up; this is ${process.version}. Install one from https://nodejs.org.`)
}

/** The running child, and whether we were asked to end: signals can arrive before it exists, and twice. */
const state = { child: null, endedBy: null }

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
watchParent()

try {
  await installDependencies(ROOT, (child) => {
    state.child = child
  })
  if (state.endedBy) process.exit(exitCodeOf(state.endedBy))
  await runCli()
} catch (error) {
  if (state.endedBy) process.exit(exitCodeOf(state.endedBy))
  fail(error instanceof Error ? error.message : String(error))
}

async function runCli() {
  const main = join(ROOT, 'apps', 'cli', 'src', 'main.ts')
  const env = { ...process.env, OPAL_STARTED_AT: String(Date.now() - Math.round(performance.now())) }
  const child = spawn(pinnedNode(ROOT), [main, ...process.argv.slice(2)], { stdio: 'inherit', cwd: ROOT, env })
  state.child = child
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status, signal) => resolve(status ?? exitCodeOf(signal)))
  })
  process.exit(code)
}

/** Passes the request to end on. Asking twice is harmless; what does not end in time is killed. */
function end(signal) {
  state.endedBy ??= signal
  const { child } = state
  if (!child) process.exit(exitCodeOf(signal))
  child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref()
}

/** npm passes signals on, but a SIGKILL of npm does not reach us: then our parent changes. */
function watchParent() {
  if (!process.env.npm_execpath || process.platform === 'win32') return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end('SIGTERM'), 500).unref()
}

function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 1)
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
