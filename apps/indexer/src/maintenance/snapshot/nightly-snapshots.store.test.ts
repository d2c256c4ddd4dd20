import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '@opal/domain/backoff'
import { openDiskFolder } from '@opal/runtime/objects/disk-folder'
import type { ObjectFolder } from '@opal/runtime/objects/object-folder'
import { connect, type Store } from '@opal/store/driver/connection'
import { processIdentity } from '@opal/store/embedded/process-identity'
import { snapshotDays } from '@opal/store/maintenance/snapshot/snapshot-folders'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type SnapshotsOptions, startSnapshots } from './nightly-snapshots.ts'

const HOUR = 3_600_000
const log = pino({ level: 'silent' })
let store: Store
let folder: string
let archive: ObjectFolder
let stack: AsyncDisposableStack
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  const { databaseUrl } = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-test' }))
  folder = await mkdtemp(join(tmpdir(), 'opal-nightly-'))
  stack.defer(() => rm(folder, { recursive: true }))
  archive = openDiskFolder(folder)
})
afterEach(() => stack.disposeAsync())

/** Starts a schedule at 03:00 whose clock the test sets. */
function start(text: string, retained = 2, further: Partial<SnapshotsOptions> = {}) {
  let nowMs = Date.parse(text)
  const reported: unknown[] = []
  const failed: unknown[] = []
  const options: SnapshotsOptions = {
    store,
    schedule: { folder: archive, minuteOfDay: 180, retained },
    log: Object.assign(Object.create(log), {
      info: (facts: unknown) => reported.push(facts),
      warn: (facts: unknown) => failed.push(facts),
    }),
    isAtHead: () => true,
    now: () => nowMs,
    everyMs: 5,
    ...further,
  }
  stack.use(startSnapshots(options))
  return { reported, failed, pass: (ms: number) => (nowMs += ms) }
}

it('takes none before the index is at the head, and then the one that was due', async () => {
  const isAtHead = vi.fn(() => false)
  const { reported, pass } = start('2026-02-27T02:00:00Z', 2, { isAtHead })
  pass(HOUR)
  await expect.poll(() => isAtHead.mock.calls.length).toBeGreaterThan(3)
  expect(reported).toEqual([])
  isAtHead.mockReturnValue(true)
  await expect.poll(() => reported.length, { timeout: 20_000 }).toBe(1)
  expect(await snapshotDays(archive)).toEqual(['2026-02-27'])
})

it('takes a snapshot every night and keeps the newest', async () => {
  const { reported, pass } = start('2026-02-27T02:00:00Z')
  for (let night = 1; night <= 3; night++) {
    pass(night === 1 ? HOUR : 24 * HOUR)
    await expect.poll(() => reported.length, { timeout: 20_000 }).toBe(night)
  }
  expect(await snapshotDays(archive)).toEqual(['2026-02-28', '2026-03-01'])
  const schema = JSON.parse(await readFile(join(folder, '2026-03-01', 'schema.json'), 'utf8'))
  expect(schema).toMatchObject({ format: 'opal-snapshot/1' })
})

it('takes a missed snapshot after the next start', async () => {
  await archive.write('2026-02-01/schema.json', Buffer.from('{}'))
  const { reported } = start('2026-02-27T12:00:00Z')
  await expect.poll(() => reported.length, { timeout: 20_000 }).toBe(1)
  expect(await snapshotDays(archive)).toEqual(['2026-02-01', '2026-02-27'])
})

it('is written by one of two indexers', async () => {
  const both = [start('2026-02-27T02:59:00Z'), start('2026-02-27T02:59:00Z')]
  for (const each of both) each.pass(HOUR)
  await expect.poll(() => both.flatMap((each) => each.reported).length, { timeout: 20_000 }).toBe(1)
  expect(await snapshotDays(archive)).toEqual(['2026-02-27'])
})

// @feature operate.objects
it('lies whole in an object store, and what was broken off there, or here, is removed', async () => {
  const [killed, alive] = [`${process.pid}@1`, processIdentity(process.pid)].map((identity) =>
    join(tmpdir(), `opal-snapshot-${identity}-abc123`),
  ) as [string, string]
  for (const path of [killed, alive]) {
    await mkdir(path)
    stack.defer(() => rm(path, { recursive: true, force: true }))
  }
  const objects = new Map<string, Buffer>([['2026-02-26/market.lots.csv.gz', Buffer.from('half')]])
  archive = {
    ...openDiskFolder(folder),
    directory: null,
    list: async (prefix) =>
      [...objects].flatMap(([name, { length }]) =>
        name.startsWith(prefix) ? { name, bytes: length, changedMs: 0 } : [],
      ),
    upload: async (name, path) => void objects.set(name, await readFile(path)),
    remove: async (names) => {
      for (const name of names) objects.delete(name)
    },
  }
  const { reported, pass } = start('2026-02-27T02:00:00Z', 1)
  for (let night = 1; night <= 2; night++) {
    pass(night === 1 ? HOUR : 24 * HOUR)
    await expect.poll(() => reported.length, { timeout: 20_000 }).toBe(night)
  }
  expect(await snapshotDays(archive)).toEqual(['2026-02-28'])
  const files = [...objects.keys()].filter((name) => name.startsWith('2026-02-28/'))
  const { files: named } = JSON.parse(String(objects.get('2026-02-28/schema.json')))
  expect(files).toEqual(
    expect.arrayContaining([
      '2026-02-28/SHA256SUMS',
      ...named.map(({ file }: { file: string }) => `2026-02-28/${file}`),
    ]),
  )
  expect(files.at(-1)).toBe('2026-02-28/schema.json')
  for (const day of ['2026-02-26', '2026-02-27'])
    expect([...objects.keys()].some((name) => name.startsWith(`${day}/`))).toBe(false)
  expect([killed, alive].map((path) => existsSync(path))).toEqual([false, true])
})

it('is tried again after growing pauses, and as soon as before once it was written', async () => {
  const MINUTE = 60_000
  const waited: number[] = []
  const faults = [true, true, true, true, true, true, false, true, true]
  archive = {
    ...archive,
    list: () => (faults.shift() === true ? Promise.reject(new Error('no room')) : Promise.resolve([])),
  }
  const wait = async (ms: number, signal: AbortSignal) => {
    waited.push(ms)
    if (faults.length === 0) await pause(HOUR, signal)
  }
  start('2026-02-27T12:00:00Z', 2, { wait })
  await expect.poll(() => faults).toEqual([])
  const failing = [15, 30, 60, 120, 240, 240].map((minutes) => minutes * MINUTE)
  await expect.poll(() => waited).toEqual([...failing, 5, 15 * MINUTE, 30 * MINUTE])
})

it('reads nothing for an object store that takes no files', async () => {
  await store.pool.query('drop schema chain cascade')
  archive = {
    ...openDiskFolder(folder),
    directory: null,
    list: async () => [],
    write: () => Promise.reject(new Error('AccessDenied')),
  }
  const { failed, pass } = start('2026-02-27T02:00:00Z')
  pass(HOUR)
  await expect.poll(() => failed.length, { timeout: 20_000 }).toBe(1)
  expect(failed).toEqual([{ err: new Error('AccessDenied') }])
})

it('removes from a folder what was broken off more than a day ago, and no other file', async () => {
  const broken = [
    '2026-02-01.partial/market.lots.csv.gz',
    '2026-02-02/public_api.sales.csv.gz',
    '2026-02-03/SHA256SUMS',
  ]
  const young = ['2026-02-25.partial/market.lots.csv.gz']
  // Of others that use the folder as well.
  const others = [
    '2026-02-02/notes',
    '2026-02-04/backup.sql.gz',
    '2026-02-05/.tmp',
    'notes/2026-02-01.partial',
    'a.tmp',
  ]
  const files = [...broken, ...young, ...others]
  for (const name of files) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), 'half')
  }
  for (const name of [...broken, ...others]) await utimes(join(folder, name), 0, 0)
  const { reported, pass } = start('2026-02-27T02:00:00Z')
  pass(HOUR)
  await expect.poll(() => reported.length, { timeout: 20_000 }).toBe(1)
  expect(files.filter((name) => existsSync(join(folder, name)))).toEqual([...young, ...others])
})

it('gives up a snapshot that hangs, and lets another indexer take it', async () => {
  const holder = await store.pool.connect()
  stack.defer(() => holder.release(true))
  await holder.query('begin; lock table market.lots in access exclusive mode')
  const hanging = start('2026-02-27T02:59:00Z', 2, { maxMs: 2_000 })
  hanging.pass(HOUR)
  await expect.poll(() => hanging.failed.length, { timeout: 20_000 }).toBe(1)
  await holder.query('rollback')
  const other = start('2026-02-27T02:59:00Z')
  other.pass(HOUR)
  await expect.poll(() => other.reported.length, { timeout: 20_000 }).toBe(1)
  expect(await snapshotDays(archive)).toEqual(['2026-02-27'])
})
