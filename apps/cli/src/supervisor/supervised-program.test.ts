import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processIdentity } from '@opal/store/embedded/process-identity'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { draftOf } from '../replace-file.ts'
import type { Program } from './program.ts'
import { BOUND_EVERY_MS, KEEP_BYTES, supervise } from './supervised-program.ts'

const SILENT_FOR_MS = 60_000
const options = (logFolder: string) => ({ logFolder, announce: () => undefined, signal: new AbortController().signal })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A program that runs on, of which `afterMs` go by between two looks; it writes a line at each of the first ones. */
function slow(folder: string, looks: number, { afterMs, lines }: { afterMs: number; lines: number }): Program {
  const script = join(folder, 'main.mjs')
  writeFileSync(script, 'setInterval(() => {}, 1_000)')
  let seen = 0
  const isReady = async () => {
    seen += 1
    vi.setSystemTime(Date.now() + afterMs)
    if (seen <= lines) appendFileSync(join(folder, 'slow.log'), `step ${seen}\n`)
    return seen > looks
  }
  return { name: 'slow', title: 'Slow', script, env: {}, isReady, silentForMs: SILENT_FOR_MS }
}

test.each([1, 12])('waits for a program as long as it writes, %i times the limit', async (times) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-supervised-'))
  const program = slow(folder.path, times, { afterMs: SILENT_FOR_MS, lines: times })
  const running = await supervise(program, options(folder.path))
  expect(running.pid).toBeGreaterThan(0)
  await running.stop()
})

test('gives up a program that hangs: it runs, but writes nothing more', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-supervised-'))
  const program = slow(folder.path, 20, { afterMs: SILENT_FOR_MS / 2, lines: 3 })
  await expect(supervise(program, options(folder.path))).rejects.toThrow(
    `Slow is not ready and writes nothing more: see ${join(folder.path, 'slow.log')}.`,
  )
})

test('other accounts of the machine cannot read the log of a program', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-supervised-'))
  const logs = join(folder.path, 'logs')
  const running = await supervise(slow(folder.path, 1, { afterMs: 0, lines: 0 }), options(logs))
  expect(statSync(join(logs, 'slow.log')).mode & 0o077).toBe(0)
  await running.stop()
})

test('the log of a program that runs for months is bounded, and goes on where it is read', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-supervised-'))
  const script = join(folder.path, 'main.mjs')
  writeFileSync(script, `setInterval(() => process.stdout.write('line\\n'), 20)`)
  const program = {
    name: 'busy',
    title: 'Busy',
    script,
    env: {},
    isReady: async () => true,
    silentForMs: SILENT_FOR_MS,
  }
  const path = join(folder.path, 'busy.log')
  const earlier = 'x'.repeat(KEEP_BYTES + 1)
  writeFileSync(path, earlier)
  const running = await supervise(program, options(folder.path))
  expect(statSync(`${path}.1`).size).toBe(earlier.length)
  const isReadable = () => expect.poll(() => readFileSync(path, 'utf8')).toMatch(/^(?:line\n)+$/)
  await isReadable()
  rmSync(`${path}.1`)
  appendFileSync(path, earlier)
  vi.advanceTimersByTime(BOUND_EVERY_MS)
  expect(statSync(`${path}.1`).size).toBeGreaterThan(KEEP_BYTES)
  await isReadable()
  await running.stop()
})

describe('a full disk', () => {
  const running = (folder: string, more: Partial<Program> = {}): Program => {
    const script = join(folder, 'main.mjs')
    writeFileSync(script, 'setInterval(() => {}, 1_000)')
    return {
      name: 'one',
      title: 'One',
      script,
      env: {},
      isReady: async () => true,
      silentForMs: SILENT_FOR_MS,
      ...more,
    }
  }

  test('that takes no second log ends neither a program nor the supervisor', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-supervised-'))
    // A folder in its place cannot be written either.
    mkdirSync(join(folder.path, 'one.log.1'))
    writeFileSync(join(folder.path, 'one.log'), 'x'.repeat(KEEP_BYTES + 1))
    const one = await supervise(running(folder.path), options(folder.path))
    const { pid } = one
    expect(() => vi.advanceTimersByTime(BOUND_EVERY_MS)).not.toThrow()
    expect(one.pid).toBe(pid)
    await one.stop()
  })

  test('that takes no configuration delays a restart, and does not prevent it', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-supervised-'))
    let starts = 0
    const prepare = () => {
      starts += 1
      if (starts === 2 || starts === 3) throw new Error('ENOSPC: no space left on device')
    }
    const lines: string[] = []
    const one = await supervise(running(folder.path, { prepare }), {
      ...options(folder.path),
      announce: (line) => lines.push(line),
    })
    process.kill(one.pid as number, 'SIGKILL')
    await vi.waitFor(() => expect(lines.at(-1)).toBe('One is back'), { timeout: 20_000 })
    expect(lines.filter((line) => line.includes('could not be started (ENOSPC'))).toHaveLength(2)
    expect(processIdentity(one.pid as number)).not.toBeNull()
    await one.stop()
  })

  test('that takes no record of an engine lets it run, and has it recorded later', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-supervised-'))
    const pidFile = join(folder.path, 'pids', 'one.pid')
    const account = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
    const engine = { account, folder: folder.path, pidFile, stopTimeoutMs: 5_000 }
    const program = running(folder.path, { script: '/bin/sleep', args: ['600'], engine })
    const one = await supervise(program, options(folder.path))
    const first = one.pid as number
    // A folder in place of what is written first cannot be written either.
    mkdirSync(draftOf(pidFile))
    process.kill(first, 'SIGKILL')
    await vi.waitFor(() => expect([undefined, first]).not.toContain(one.pid), { timeout: 20_000 })
    expect(existsSync(pidFile)).toBe(false)
    rmSync(draftOf(pidFile), { recursive: true })
    vi.advanceTimersByTime(BOUND_EVERY_MS)
    expect(readFileSync(pidFile, 'utf8')).toBe(processIdentity(one.pid as number))
    await one.stop()
  })
})

test.each([
  ['a line of JSON', `JSON.stringify({ msg: 'no', err: { message: 'bad name: \\x1b]52;c;ZXZpbA==\\x07' } })`],
  ['plain text', `'no: bad name: \\x1b]52;c;ZXZpbA==\\x07'`],
])('the last words of a program, which may quote what strangers wrote, steer no terminal: %s', async (_, words) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-supervised-'))
  const script = join(folder.path, 'main.mjs')
  writeFileSync(script, `process.stdout.write(${words} + '\\n'); process.exitCode = 1`)
  const program = {
    name: 'quoting',
    title: 'Quoting',
    script,
    env: {},
    isReady: async () => false,
    silentForMs: 60_000,
  }
  await expect(supervise(program, options(folder.path))).rejects.toThrow(
    'Quoting could not start: no: bad name: \u{fffd}]52;c;ZXZpbA==\u{fffd}',
  )
})
