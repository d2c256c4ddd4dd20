import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { readStartOptions } from '../start/start-options.ts'
import { serve } from './start.ts'

const DATABASE_URL = 'postgres://somewhere/market'
const listeners = new Map((['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((name) => [name, process.listeners(name)]))
afterEach(() => {
  process.exitCode = undefined
  for (const [name, own] of listeners) {
    for (const listener of process.listeners(name)) if (!own.includes(listener)) process.off(name, listener)
  }
})

/** Serves nothing but the database that is there, for as long as the work takes. */
async function work(fill: (databaseUrl: string) => Promise<void>): Promise<readonly string[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-serve-'))
  const config = { ...readConfig({}), DATABASE_URL }
  const options = readStartOptions({ dataDir: folder.path, portOffset: '0', demo: false, only: 'web' }, config)
  const said: string[] = []
  const board = { say: (line: string) => said.push(line), phase: vi.fn() }
  await serve({ ...options, programs: [] }, config, { board, fill, stay: false })
  return said
}

test('ends work that is interrupted, by the exit code of an interruption', async () => {
  let filled = ''
  const said = await work((url) => {
    filled = url
    setImmediate(() => process.emit('SIGINT'))
    return new Promise(() => undefined)
  })
  expect(filled).toBe(DATABASE_URL)
  expect(process.exitCode).toBe(130)
  expect(said.at(-1)).toBe('Ended. The data is kept.')
})

test('ends by itself when the work is done', async () => {
  const said = await work(async () => undefined)
  expect(process.exitCode).toBeUndefined()
  expect(said.at(-1)).toBe('Ended. The data is kept.')
})

test('says why work failed', async () => {
  await expect(work(() => Promise.reject(new Problem('Nothing was changed.')))).rejects.toThrow('Nothing was changed.')
})
