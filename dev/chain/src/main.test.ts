import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start } from './start.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const freePorts = { nodePort: 0, faucetPort: 0, streamPort: 0, readinessPort: 0, blockDelayMs: 40 }
const FREE_PORTS = { NODE_PORT: '0', FAUCET_PORT: '0', STREAM_PORT: '0', READINESS_PORT: '0' }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'localnet-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(environment: Record<string, string>): Promise<{ code: number; stderr: string }> {
  try {
    await promisify(execFile)(process.execPath, [MAIN], { env: { ...process.env, ...FREE_PORTS, ...environment } })
    return { code: 0, stderr: '' }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, stderr }
  }
}

it('ends with one sentence and code 1 when a port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const ended = await run({ NODE_PORT: String(port) })
  taken.close()
  const sentence = `The node cannot listen on port ${port}: it is taken. Stop what uses it, or set NODE_PORT.\n`
  expect(ended).toEqual({ code: 1, stderr: sentence })
})

it('ends with one sentence and code 1 when the data directory is a file', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, 'not a folder')
  const { code, stderr } = await run({ LOCALNET_DATA_DIR: file })
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
  expect(stderr).toContain(file)
})

it('ends with one sentence and code 1 when the data directory holds something else', async () => {
  writeFileSync(join(folder, 'chain.log'), 'something that is no chain log at all')
  const { code, stderr } = await run({ LOCALNET_DATA_DIR: folder })
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^.*chain\.log.*not a chain log.*\n$/) })
})

it('ends with one sentence and code 1 when another localnet uses the data directory', async () => {
  const dataDir = join(folder, 'busy')
  await using _first = await start({ ...freePorts, host: '127.0.0.1', dataDir, logLevel: 'silent' })
  const { code, stderr } = await run({ LOCALNET_DATA_DIR: dataDir })
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
  expect(stderr).toContain(dataDir)
})

it('reports every wrong setting', async () => {
  const { code, stderr } = await run({ NODE_PORT: 'x', LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/NODE_PORT/)
  expect(stderr).toMatch(/LOG_LEVEL/)
})

it.each(['SIGINT', 'SIGTERM'] as const)('shuts down cleanly on %s', async (signal) => {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...FREE_PORTS },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('the localnet is ready')) break
  }
  child.kill(signal)
  const [code, killedBy] = await once(child, 'exit')
  expect({ code, killedBy }).toEqual({ code: 0, killedBy: null })
})

it('prints its usage and exits', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, '--help'], {
    env: { ...process.env, ...FREE_PORTS },
  })
  expect(stdout).toContain('Network.LOCAL')
  expect(stdout).toContain('LOCALNET_DATA_DIR')
})
