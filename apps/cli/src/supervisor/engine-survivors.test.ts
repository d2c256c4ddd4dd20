import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processIdentity } from '@opal/store/embedded/process-identity'
import { expect, test } from 'vitest'
import { endSurvivors, recordEngine } from './engine-survivors.ts'
import { supervise } from './supervised-program.ts'

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
