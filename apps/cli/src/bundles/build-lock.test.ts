import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeBuildLock } from './build-lock.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'opal-lock-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('a second start waits for the first, and knows that it did', async () => {
  const path = join(home, 'deep', 'lock')
  const first = await takeBuildLock(path)
  const second = takeBuildLock(path)
  first[Symbol.dispose]()
  using held = await second
  expect([first.waited, held.waited]).toEqual([false, true])
})

test('the lock of a process that is gone is taken over', async () => {
  const path = join(home, 'lock')
  writeFileSync(path, '999999999@1')
  using held = await takeBuildLock(path)
  expect(held.waited).toBe(true)
})

test('the lock of a process that was killed before it wrote its name is taken over', async () => {
  const path = join(home, 'lock')
  writeFileSync(path, '')
  const before = new Date(Date.now() - 10_000)
  utimesSync(path, before, before)
  using held = await takeBuildLock(path, AbortSignal.timeout(20_000))
  expect(held.waited).toBe(true)
})

test('a start that is canceled stops waiting', async () => {
  const path = join(home, 'lock')
  using _held = await takeBuildLock(path)
  await expect(takeBuildLock(path, AbortSignal.abort())).rejects.toThrow('aborted')
})
