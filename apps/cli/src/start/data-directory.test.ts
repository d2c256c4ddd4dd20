import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processIdentity } from '@opal/store/embedded/process-identity'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { recordEngine } from '../supervisor/engine-survivors.ts'
import { interrupted } from '../testing/interrupted-disk.ts'
import { openDataDirectory, resetDataDirectory } from './data-directory.ts'

vi.mock('node:fs', async (original) => {
  const { interruptibleFs } = await import('../testing/interrupted-disk.ts')
  return interruptibleFs(await original())
})

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'opal-data-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('a directory with someone else’s files is refused and left alone', async () => {
  writeFileSync(join(home, 'thesis.txt'), 'chapter one')
  expect(() => openDataDirectory(home, 'local')).toThrow("holds files that are not Opal's")
  await expect(resetDataDirectory(home)).rejects.toThrow("holds files that are not Opal's")
  expect(existsSync(join(home, 'thesis.txt'))).toBe(true)
})

test('a directory of another network is refused', () => {
  openDataDirectory(home, 'local').release()
  expect(() => openDataDirectory(home, 'mainnet')).toThrow('holds the data of local, not of mainnet')
})

test.each(['mainnet', 'testnet'] as const)(
  'does not advise to delete the data of %s, which users have written to',
  (network) => {
    openDataDirectory(home, network).release()
    const open = () => openDataDirectory(home, 'local')
    expect(open).toThrow(
      `holds the data of ${network}, not of local: start with --network ${network}, or choose another`,
    )
    expect(open).not.toThrow('--reset')
  },
)

test('a directory in use is refused by the number of the process that uses it', () => {
  openDataDirectory(home, 'local').release()
  writeFileSync(join(home, 'opal.lock'), processIdentity(process.ppid) ?? '')
  expect(() => openDataDirectory(home, 'local')).toThrow(`in use by another Opal (process ${process.ppid})`)
})

test('the lock of a process that is gone is taken over', () => {
  openDataDirectory(home, 'local').release()
  writeFileSync(join(home, 'opal.lock'), '999999999@1')
  expect(() => openDataDirectory(home, 'local').release()).not.toThrow()
})

test('a file in its place is refused in a sentence', () => {
  const path = join(home, 'file')
  writeFileSync(path, '')
  expect(() => openDataDirectory(path, 'local')).toThrow('is not a folder')
})

test('a directory whose removal was interrupted anywhere is removed by the next attempt', async () => {
  const names = ['postgres/base', 'logs', 'engines', 'aaa', 'zzz']
  for (let removals = 0; ; removals += 1) {
    openDataDirectory(home, 'local').release()
    for (const name of names) mkdirSync(join(home, name), { recursive: true })
    if (!(await interrupted(removals, () => resetDataDirectory(home)))) break
    await resetDataDirectory(home)
    expect(existsSync(home)).toBe(false)
  }
  expect(existsSync(home)).toBe(false)
})

test('a start that was interrupted anywhere does not stop the next one', async () => {
  for (let writes = 0; ; writes += 1) {
    rmSync(home, { recursive: true, force: true })
    if (!(await interrupted(writes, () => openDataDirectory(home, 'local')))) break
    expect(() => openDataDirectory(home, 'local').release()).not.toThrow()
  }
  expect(readdirSync(home)).toContain('opal.json')
})

test('a reset ends the engines that a killed start left', async () => {
  const engine = startProcess()
  const directory = openDataDirectory(home, 'local')
  recordEngine(join(directory.pids, 'etcd1.pid'), engine.pid as number)
  const starter = startProcess()
  writeFileSync(join(home, 'opal.lock'), processIdentity(starter.pid as number) ?? '')
  starter.kill('SIGKILL')
  await once(starter, 'exit')
  const ended = once(engine, 'exit')
  await resetDataDirectory(home)
  await ended
  expect(existsSync(home)).toBe(false)
})

test('a reset is refused while a start runs, and ends none of its engines', async () => {
  const engine = startProcess()
  const directory = openDataDirectory(home, 'local')
  recordEngine(join(directory.pids, 'etcd1.pid'), engine.pid as number)
  writeFileSync(join(home, 'opal.lock'), processIdentity(startProcess().pid as number) ?? '')
  await expect(resetDataDirectory(home)).rejects.toThrow('is in use by another Opal')
  expect(engine.exitCode ?? engine.signalCode).toBeNull()
})

/** Starts a process that runs until it is ended, at the latest after the test. */
function startProcess(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
