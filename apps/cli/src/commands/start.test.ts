import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
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
  process.stdout.removeAllListeners('error')
})

type Settings = Omit<Parameters<typeof serve>[2], 'board'>

/** Serves nothing but the database that is there. @returns what was said by its end. */
async function serveNothing(settings: Settings, say: (line: string) => void = () => {}): Promise<readonly string[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-serve-'))
  const config = { ...readConfig({}), DATABASE_URL }
  const options = readStartOptions({ dataDir: folder.path, portOffset: '0', demo: false, only: 'web' }, config)
  const said: string[] = []
  const board = {
    say: (line: string) => {
      said.push(line)
      say(line)
    },
    phase: vi.fn(),
  }
  await serve({ ...options, programs: [] }, config, { ...settings, board })
  return said
}

/** Serves for as long as the work takes. */
const work = (fill: (databaseUrl: string) => Promise<void>) => serveNothing({ fill, stay: false })

test('ends work that is interrupted, by the exit code of an interruption', async () => {
  let filled = ''
  const said = await work((url) => {
    filled = url
    setImmediate(() => process.emit('SIGINT'))
    return new Promise(() => undefined)
  })
  expect(filled).toBe(DATABASE_URL)
  expect(process.exitCode).toBe(130)
  expect(said.at(-1)).toBe('Ended. The data remains.')
})

test('ends by itself when the work is done', async () => {
  const said = await work(async () => undefined)
  expect(process.exitCode).toBeUndefined()
  expect(said.at(-1)).toBe('Ended. The data remains.')
})

test('says why work failed', async () => {
  await expect(work(() => Promise.reject(new Problem('Nothing was changed.')))).rejects.toThrow('Nothing was changed.')
})

test('stays when everything is ready, until it is asked to end', async () => {
  const said: string[] = []
  const ready = Promise.withResolvers<void>()
  const serving = serveNothing({}, (line) => {
    said.push(line)
    if (line.includes('Ready')) ready.resolve()
  })
  await ready.promise
  await nextTurn()
  expect(said.at(-1)).toContain('Ctrl-C ends everything')
  process.emit('SIGTERM')
  expect((await serving).at(-1)).toBe('Ended. The data remains.')
  expect(process.exitCode).toBeUndefined()
})

test.each(['EPIPE', 'EIO'])('ends when nothing reads its output any longer (%s)', async (code) => {
  const serving = serveNothing({}, (line) => {
    if (line.includes('Ready'))
      setImmediate(() => process.stdout.emit('error', Object.assign(new Error(code), { code })))
  })
  expect((await serving).at(-1)).toBe('Ended. The data remains.')
})
