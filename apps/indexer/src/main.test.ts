import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

// @feature operate.configuration
test('a port that is taken ends the indexer with a sentence that names its variable', async () => {
  await using taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const env = {
    OPAL_NETWORK: 'local',
    DATABASE_URL: 'postgres://opal@127.0.0.1:1/opal',
    INDEXER_PORT: String(port),
  }
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, [MAIN], { env }).catch((error) => error)
  expect(code).toBe(1)
  expect(stderr).toBe('')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line))
  expect(lines).toEqual([expect.objectContaining({ level: 60 })])
  expect(lines[0].msg).toBe(
    `Port ${port} on 127.0.0.1 is taken. Set INDEXER_PORT to another port, or stop what uses this one.`,
  )
  expect(stdout).not.toContain('    at ')
})
