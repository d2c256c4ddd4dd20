import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Store } from '@opal/store/driver/connection'
import { snapshotDays } from '@opal/store/maintenance/snapshot/snapshot-folders'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type SnapshotsOptions, startSnapshots } from './nightly-snapshots.ts'

const HOUR = 3_600_000
const log = pino({ level: 'silent' })
let store: Store
let folder: string
let stack: AsyncDisposableStack
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  const { databaseUrl } = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-test' }))
  folder = await mkdtemp(join(tmpdir(), 'opal-nightly-'))
  stack.defer(() => rm(folder, { recursive: true }))
})
afterEach(() => stack.disposeAsync())

/** Starts a schedule at 03:00 whose clock the test sets. */
function start(text: string, retained = 2) {
  let nowMs = Date.parse(text)
  const reported: unknown[] = []
  const options: SnapshotsOptions = {
    store,
    schedule: { directory: folder, minuteOfDay: 180, retained },
    log: Object.assign(Object.create(log), { info: (facts: unknown) => reported.push(facts) }),
    now: () => nowMs,
    everyMs: 5,
  }
  stack.use(startSnapshots(options))
  return { reported, pass: (ms: number) => (nowMs += ms) }
}

it('takes a snapshot every night and keeps the newest', async () => {
  const { reported, pass } = start('2026-02-27T02:00:00Z')
  for (let night = 1; night <= 3; night++) {
    pass(night === 1 ? HOUR : 24 * HOUR)
    await expect.poll(() => reported.length, { timeout: 20_000 }).toBe(night)
  }
  expect(await snapshotDays(folder)).toEqual(['2026-02-28', '2026-03-01'])
  const schema = JSON.parse(await readFile(join(folder, '2026-03-01', 'schema.json'), 'utf8'))
  expect(schema).toMatchObject({ format: 'opal-snapshot/1' })
})

it('takes a missed snapshot after the next start', async () => {
  await mkdir(join(folder, '2026-02-01'))
  const { reported } = start('2026-02-27T12:00:00Z')
  await expect.poll(() => reported.length, { timeout: 20_000 }).toBe(1)
  expect(await snapshotDays(folder)).toEqual(['2026-02-01', '2026-02-27'])
})

it('is written by one of two indexers', async () => {
  const both = [start('2026-02-27T02:59:00Z'), start('2026-02-27T02:59:00Z')]
  for (const each of both) each.pass(HOUR)
  await expect.poll(() => both.flatMap((each) => each.reported).length, { timeout: 20_000 }).toBe(1)
  expect(await snapshotDays(folder)).toEqual(['2026-02-27'])
})
