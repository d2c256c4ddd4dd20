import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processIdentity } from '@opal/store/embedded/process-identity'
import { afterEach, expect, test, vi } from 'vitest'
import { endSurvivors, recordEngine } from './engine-survivors.ts'
import { supervise } from './supervised-program.ts'

afterEach(() => void vi.useRealTimers())

const idle = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' })

test.each(['running', 'stopped'])(
  'ends a %s engine that a killed start had left, by its pid and start time',
  async (state) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-survivors-'))
    const child = idle()
    recordEngine(join(folder.path, 'etcd1.pid'), child.pid as number)
    if (state === 'stopped') child.kill('SIGSTOP')
    const ended = once(child, 'exit')
    expect(await endSurvivors(folder.path)).toEqual(['etcd1'])
    await ended
    expect(existsSync(join(folder.path, 'etcd1.pid'))).toBe(false)
  },
)

test('leaves a process alone that has the pid of an engine by now', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-survivors-'))
  const child = idle()
  writeFileSync(join(folder.path, 'etcd1.pid'), `${child.pid}@1`)
  expect(await endSurvivors(folder.path)).toEqual([])
  expect(processIdentity(child.pid as number)).not.toBeNull()
  child.kill('SIGKILL')
})

test('finds nothing where nothing ever ran', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-survivors-'))
  expect(await endSurvivors(join(folder.path, 'pids'))).toEqual([])
})

test('an engine runs as it is, in its folder and with its account, and is recorded while it runs', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-survivors-'))
  const pidFile = join(folder.path, 'pids', 'sleep.pid')
  const account = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const running = await supervise(
    {
      name: 'sleep',
      title: 'Sleep',
      script: '/bin/sh',
      // The file is there once it is written.
      args: ['-c', 'pwd > draft; mv draft where; exec sleep 600'],
      env: { PATH: '/usr/bin:/bin' },
      isReady: async () => existsSync(join(folder.path, 'where')),
      silentForMs: 10_000,
      engine: { account, folder: folder.path, pidFile, stopTimeoutMs: 5_000 },
    },
    { logFolder: folder.path, announce: () => undefined, signal: new AbortController().signal },
  )
  expect(readFileSync(pidFile, 'utf8')).toBe(processIdentity(running.pid as number))
  expect(readFileSync(join(folder.path, 'where'), 'utf8').trim()).toBe(folder.path)
  await running.stop()
  expect(existsSync(pidFile)).toBe(false)
})

/** An engine that does not end when it is asked to, with a process that it has started: both as it wrote their pids. */
const stubborn = (folder: string) => {
  const started = 'sleep 600 & echo $$ $! > pids.draft; mv pids.draft pids-of-it'
  return { script: `trap '' TERM; ${started}; while :; do wait; sleep 0.05; done`, file: join(folder, 'pids-of-it') }
}
const pidsIn = (file: string) => readFileSync(file, 'utf8').trim().split(' ').map(Number)
const areGone = (pids: readonly number[]) => pids.every((pid) => processIdentity(pid) === null)

test('an engine that has to be killed takes along what it has started', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-survivors-'))
  const { script, file } = stubborn(folder.path)
  const account = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const running = await supervise(
    {
      name: 'patroni',
      title: 'Patroni',
      script: '/bin/sh',
      args: ['-c', script],
      env: { PATH: '/usr/bin:/bin' },
      isReady: async () => existsSync(file),
      silentForMs: 10_000,
      engine: { account, folder: folder.path, pidFile: join(folder.path, 'pids', 'patroni.pid'), stopTimeoutMs: 100 },
    },
    { logFolder: folder.path, announce: () => undefined, signal: new AbortController().signal },
  )
  const pids = pidsIn(file)
  expect(pids).toEqual([running.pid, expect.any(Number)])
  await running.stop()
  await expect.poll(() => areGone(pids)).toBe(true)
})

test('so does one that a killed start had left', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-survivors-'))
  const { script, file } = stubborn(folder.path)
  const child = spawn('/bin/sh', ['-c', script], { cwd: folder.path, stdio: 'ignore', detached: true })
  await expect.poll(() => existsSync(file)).toBe(true)
  const pids = pidsIn(file)
  const records = join(folder.path, 'pids')
  recordEngine(join(records, 'patroni.pid'), child.pid as number)
  const ended = endSurvivors(records)
  // Longer than it is waited for after SIGTERM.
  vi.setSystemTime(Date.now() + 60_000)
  expect(await ended).toEqual(['patroni'])
  await expect.poll(() => areGone(pids)).toBe(true)
})
