import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeLeftLock, withLock } from './lock.mjs'

test.each([
  ['of a process that is gone', '999999999@1'],
  ['of a process whose pid another one has by now', `${process.pid}@1`],
  ['of an older release, of a pid that another process has by now', String(process.ppid)],
  ['that a killed process, or a full disk, has left empty', ''],
])('a lock %s is taken over', { timeout: 15_000 }, async (_, holder) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-lock-'))
  const path = join(folder.path, 'lock')
  writeFileSync(path, holder)
  let worked = false
  await withLock(path, async () => {
    worked = true
  })
  expect([worked, existsSync(path)]).toEqual([true, false])
})

test.runIf(process.platform === 'linux')(
  'a lock of a process that has ended is taken over where its parent does not ask for it, as in a container',
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-lock-'))
    const path = join(folder.path, 'lock')
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [output] = await once(parent.stdout, 'data')
    const pid = Number(String(output))
    const fields = () =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
    await expect.poll(() => fields()[0]).toBe('Z')
    writeFileSync(path, `${pid}@${fields()[19]}`)
    let worked = false
    await withLock(path, async () => {
      worked = true
    })
    expect(worked).toBe(true)
  },
)

test('of several that find a lock left one removes it, and none removes that of who has taken it since', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-lock-'))
  const path = join(folder.path, 'lock')
  writeFileSync(path, '999999999@1')
  for (const isLate of [false, true]) {
    removeLeftLock(path, '999999999@1')
    expect(existsSync(path), `late: ${isLate}`).toBe(false)
  }
  writeFileSync(path, 'another')
  removeLeftLock(path, '999999999@1')
  expect([readdirSync(folder.path), readFileSync(path, 'utf8')]).toEqual([['lock'], 'another'])
})

test('work under one lock is done one after the other', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-lock-'))
  const path = join(folder.path, 'lock')
  const steps: string[] = []
  const work = (name: string) =>
    withLock(path, async () => {
      steps.push(`${name} begins`)
      expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`))
      await new Promise(setImmediate)
      steps.push(`${name} ends`)
    })
  await Promise.all([work('one'), work('two')])
  expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})
