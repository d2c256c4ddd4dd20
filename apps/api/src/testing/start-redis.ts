import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@opal/store/embedded/free-port'
import { Redis } from 'ioredis'
import { redisServerPath } from './config.ts'

/** A Redis of a test's own, in memory, which can go and come back at the same address. */
export interface TestRedis extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Stops answering, without closing anything. */
  freeze(): void
  stop(): Promise<void>
  start(): Promise<void>
}

/**
 * A Redis of this test, on a port of its own; what it held is gone when it is disposed.
 * @param settings more of its command line.
 */
export async function startRedis(...settings: readonly string[]): Promise<TestRedis> {
  const port = await freePort(0)
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    child = await launch(['--port', String(port), ...IN_MEMORY, ...settings])
  }
  const stop = async (): Promise<void> => {
    const gone = child
    child = null
    if (gone === null || gone.exitCode !== null) return
    const ended = once(gone, 'exit')
    gone.kill('SIGKILL')
    await ended
  }
  await start()
  const freeze = () => void child?.kill('SIGSTOP')
  return { url: `redis://127.0.0.1:${port}`, port, freeze, start, stop, [Symbol.asyncDispose]: stop }
}

const IN_MEMORY = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']

/** A primary, a replica, and a sentinel that replaces one by the other. */
export interface RedisWithSentinel extends AsyncDisposable {
  readonly primary: TestRedis
  readonly sentinel: { readonly host: string; readonly port: number }
}

/** Starts them with a password, on ports of their own, as the primary `opal`. */
export async function startRedisWithSentinel(password: string): Promise<RedisWithSentinel> {
  await using undo = new AsyncDisposableStack()
  const secrets = ['--requirepass', password, '--masterauth', password]
  const primary = undo.use(await startRedis(...secrets))
  undo.use(await startRedis(...secrets, '--replicaof', `127.0.0.1 ${primary.port}`))
  // A sentinel writes to its configuration what it finds out.
  const home = undo.adopt(mkdtempSync(join(tmpdir(), 'opal-sentinel-')), (path) => rmSync(path, { recursive: true }))
  const port = await freePort(0)
  const config = join(home, 'sentinel.conf')
  writeFileSync(
    config,
    `port ${port}
bind 127.0.0.1
dir ${home}
sentinel monitor opal 127.0.0.1 ${primary.port} 1
sentinel auth-pass opal ${password}
sentinel down-after-milliseconds opal 500
sentinel failover-timeout opal 3000
`,
  )
  // It asks the primary for replicas every ten seconds alone, and of a dead one it learns of none.
  const sentinel = await launch([config, '--sentinel'], /\+slave slave/)
  undo.defer(async () => {
    const ended = once(sentinel, 'exit')
    sentinel.kill('SIGKILL')
    await ended
  })
  await allowPauses(port)
  const running = undo.move()
  return { primary, sentinel: { host: '127.0.0.1', port }, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Lets a sentinel act that a busy machine has not run for some seconds: by itself it does nothing for thirty after a pause of two (TILT). */
async function allowPauses(port: number): Promise<void> {
  const sentinel = new Redis(port, { enableReadyCheck: false })
  try {
    await sentinel.call('SENTINEL', 'DEBUG', 'tilt-trigger', '60000')
  } finally {
    sentinel.disconnect()
  }
}

/** Resolves when it takes connections. @throws Error with its last words when it ends instead. */
async function launch(settings: readonly string[], ready = /Ready to accept connections/i): Promise<ChildProcess> {
  const child = spawn(redisServerPath, settings, { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`${redisServerPath} does not start.`, { cause })))
    child.once('exit', () => reject(new Error(`${redisServerPath} ended: ${said.slice(-300)}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000)
      if (ready.test(said)) resolve()
    })
  })
  return child
}
