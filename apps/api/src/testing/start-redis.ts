import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@opal/store/embedded/free-port'
import { redisServerPath } from './config.ts'

/** A Redis of a test's own, in memory, which can go and come back at the same address. */
export interface TestRedis extends AsyncDisposable {
  readonly url: string
  stop(): Promise<void>
  start(): Promise<void>
}

/** A Redis of this test, on a port of its own; what it held is gone when it is disposed. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort(0)
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    child = await launch(port)
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
  return { url: `redis://127.0.0.1:${port}`, start, stop, [Symbol.asyncDispose]: stop }
}

/** Resolves when it takes connections. @throws Error with its last words when it ends instead. */
async function launch(port: number): Promise<ChildProcess> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(redisServerPath, settings, { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`${redisServerPath} does not start.`, { cause })))
    child.once('exit', () => reject(new Error(`${redisServerPath} ended: ${said.slice(-300)}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000)
      if (/Ready to accept connections/i.test(said)) resolve()
    })
  })
  return child
}
