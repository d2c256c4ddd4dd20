import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeFault } from './describe-fault.ts'
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

it('says in one sentence that the data directory is a file, holds something else, or is in use', async () => {
  const sentenceOf = async (dataDir: string) => {
    try {
      await using _localnet = await start({ ...freePorts, host: '127.0.0.1', dataDir, logLevel: 'silent' })
      return null
    } catch (error) {
      return describeFault(error)
    }
  }
  const file = join(folder, 'a-file')
  writeFileSync(file, 'not a folder')
  expect(await sentenceOf(file)).toMatch(/^.*a-file.*$/)

  const foreign = join(folder, 'foreign')
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'chain.log'), 'something that is no chain log at all')
  expect(await sentenceOf(foreign)).toMatch(/^.*chain\.log.*not a chain log.*$/)

  const busy = join(folder, 'busy')
  await using _first = await start({ ...freePorts, host: '127.0.0.1', dataDir: busy, logLevel: 'silent' })
  expect(await sentenceOf(busy)).toMatch(/^.*busy.*$/)
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
