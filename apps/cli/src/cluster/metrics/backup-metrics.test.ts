import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backup } from '../restore/restore-base.ts'
import { READ_EVERY_MS, serveBackupMetrics } from './backup-metrics.ts'

const NOW_SECONDS = Date.parse('2026-11-29T12:00:00Z') / 1_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_SECONDS * 1_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const backup = (endSeconds: number | null): Backup => ({ label: 'any', endSeconds, timeline: 1, endLsn: 1n })

/** Serves what a repository holds. @returns how to read the age from it, null where none is served. */
async function serving(readBackups: () => Promise<readonly Backup[]>) {
  const server = await serveBackupMetrics(readBackups, { host: '127.0.0.1', port: 0 })
  return {
    async age(timeoutMs = 30_000): Promise<number | null> {
      const text = await (await fetch(`${server.url}/metrics`, { signal: AbortSignal.timeout(timeoutMs) })).text()
      const [, age] =
        /^pgbackrest_backup_since_last_completion_seconds\{stanza="opal",backup_type="incr"\} (.+)$/m.exec(text) ?? []
      return age === undefined ? null : Number(age)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('the age is that of the newest complete backup, in whatever order they are listed; broken ones are none', async () => {
  const ages = fc.array(fc.option(fc.integer({ min: 0, max: 10_000_000 })), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(ages, async (listed) => {
      const backups = listed.map((age) => backup(age === null ? null : NOW_SECONDS - age))
      await using served = await serving(async () => backups)
      const complete = listed.filter((age) => age !== null)
      expect(await served.age()).toBe(complete.length === 0 ? null : Math.min(...complete))
    }),
    { numRuns: 30 },
  )
})

test('the repository is read once a minute; in between the age grows', async () => {
  let reads = 0
  await using served = await serving(async () => {
    reads += 1
    return [backup(NOW_SECONDS - 100)]
  })
  expect(await served.age()).toBe(100)
  vi.setSystemTime(NOW_SECONDS * 1_000 + READ_EVERY_MS - 1_000)
  expect([await served.age(), reads]).toEqual([159, 1])
  vi.setSystemTime(NOW_SECONDS * 1_000 + READ_EVERY_MS)
  expect([await served.age(), reads]).toEqual([160, 2])
})

test('a repository that cannot be read has no age, and has one again once it can', async () => {
  let isMounted = false
  await using served = await serving(async () => {
    if (!isMounted) throw new Error('unable to open the repository')
    return [backup(NOW_SECONDS)]
  })
  expect(await served.age()).toBeNull()
  isMounted = true
  vi.setSystemTime(NOW_SECONDS * 1_000 + READ_EVERY_MS)
  expect(await served.age()).toBe(60)
})

test('a repository that hangs is read once, however long it does', async () => {
  const { promise: hanging, resolve } = Promise.withResolvers<readonly Backup[]>()
  let reads = 0
  await using served = await serving(() => {
    reads += 1
    return hanging
  })
  const first = served.age()
  await expect.poll(() => reads).toBe(1)
  for (const minutes of [1, 2, 3]) {
    vi.setSystemTime(NOW_SECONDS * 1_000 + minutes * READ_EVERY_MS)
    await expect(served.age(300)).rejects.toThrow('timeout')
  }
  expect(reads).toBe(1)
  resolve([backup(NOW_SECONDS)])
  expect(await first).toBe(180)
  expect(await served.age()).toBe(180)
  expect(reads).toBe(2)
})
