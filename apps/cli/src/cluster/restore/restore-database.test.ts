import { existsSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { dataDirectory } from '../../start/data-directory.ts'
import type { Cluster } from '../cluster.ts'
import { configureBackups } from '../database/database.ts'
import { backupRepository, SERVERS, serverData } from '../engines/postgres.ts'
import { clusterPorts } from '../ports.ts'
import { SECRET_NAMES } from '../secrets.ts'
import {
  beginRestore,
  dropUnfinishedRestore,
  endRestore,
  refuseLostDatabase,
  unfinishedRestore,
} from './restore-database.ts'

/** The newest timeline of the archive. */
let newest = 1
vi.mock('../database/database.ts', () => ({
  configureBackups: vi.fn(),
  readTimeline: async (_cluster: unknown, wanted = newest) => ({
    number: wanted,
    leftAt: new Map(Array.from({ length: wanted - 1 }, (_, index) => [index + 1, 1_000n])),
  }),
  readArchiveEnd: async () => null,
  readBackups: async () => [{ label: 'first', endSeconds: 0, timeline: 1, endLsn: 1n }],
}))
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  // The folder of Debian's PostgreSQL, which machines that run the tests need not have.
  readdirSync: () => ['15'],
}))

function foldersAt(path: string): Omit<Cluster, 'restore'> {
  return {
    directory: dataDirectory(path),
    engines: path,
    ports: clusterPorts(0),
    secrets: Object.fromEntries(SECRET_NAMES.map((name) => [name, name])) as Cluster['secrets'],
  }
}

test('a start makes no empty database beside the backups of one that is gone', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.subarray([...SERVERS]), fc.subarray([...SERVERS]), (isBackedUp, servers, emptied) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
      const cluster = { engines: folder.path }
      if (isBackedUp) mkdirSync(join(backupRepository(cluster), 'backup'), { recursive: true })
      for (const n of new Set([...servers, ...emptied])) mkdirSync(serverData(cluster, n), { recursive: true })
      for (const n of servers) writeFileSync(join(serverData(cluster, n), 'PG_VERSION'), '15\n')
      const start = () => refuseLostDatabase(cluster)
      if (isBackedUp && servers.length === 0) expect(start).toThrow('--restore-to latest brings it back')
      else expect(start).not.toThrow()
    }),
  )
})

test('a start takes no database whose restore was not finished', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
  const cluster = { engines: folder.path }
  mkdirSync(serverData(cluster, 2), { recursive: true })
  writeFileSync(join(serverData(cluster, 2), 'PG_VERSION'), '15\n')
  expect(() => refuseLostDatabase(cluster)).not.toThrow()
  writeFileSync(unfinishedRestore(cluster), '{"ranOn":1}')
  expect(() => refuseLostDatabase(cluster)).toThrow('A restore was not finished: repeat it with --restore-to.')
})

test.each(['{"time":"2026-11-28 03:15:00+00"}', '"latest"', '{"ranOn":"3"}', '{"ranOn":', ''])(
  'a restore that an older release has not finished is repeated once its timeline is named: %s',
  async (text) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
    const folders = foldersAt(folder.path)
    writeFileSync(unfinishedRestore(folders), text)
    mkdirSync(serverData(folders, 1), { recursive: true })
    newest = 5
    await expect(beginRestore(folders, { time: null })).rejects.toThrow(
      /^An older release began a restore.* add it with --timeline .*Nothing was dropped\.$/,
    )
    expect(existsSync(serverData(folders, 1))).toBe(true)
    expect((await beginRestore(folders, { time: null, timeline: 4 })).restore?.timeline).toBe(4)
    expect((await beginRestore(folders, { time: null })).restore?.timeline).toBe(4)
  },
)

test('a restore that is repeated follows the timeline of before the first try, which may have begun another one', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
  const folders = foldersAt(folder.path)
  const begin = async (timeline?: number) =>
    (await beginRestore(folders, { time: null, ...(timeline !== undefined && { timeline }) })).restore?.timeline
  newest = 5
  expect(await begin()).toBe(5)
  newest = 6
  expect(await begin()).toBe(5)
  expect(await begin(6)).toBe(6)
  newest = 8
  expect(await begin()).toBe(5)
  endRestore(await beginRestore(folders, { time: null }))
  expect(() => refuseLostDatabase(folders)).not.toThrow()
  newest = 9
  expect(await begin()).toBe(9)
})

test('the timeline for a later time is that which a restore followed, whatever the logs name and it began', async () => {
  const number = fc.integer({ min: 1, max: 20 })
  await fc.assert(
    fc.asyncProperty(number, fc.option(number), number, number, async (ran, wanted, named, begun) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
      const folders = foldersAt(folder.path)
      newest = ran
      const cluster = await beginRestore(folders, { time: null, ...(wanted !== null && { timeline: wanted }) })
      mkdirSync(folders.directory.logs, { recursive: true })
      const log = `restored log file "0000000${named % 10}000000000000000E" from archive\nLOG:  selected new timeline ID: ${begun}\n`
      writeFileSync(join(folders.directory.logs, 'pg2.log'), log)
      expect(endRestore(cluster)).toContain(
        `goes on in timeline ${begun}. For a later time of what was before, add --timeline ${wanted ?? ran}`,
      )
    }),
    { numRuns: 30 },
  )
})

test('a restore that was ended leaves nothing that fills the disk: neither its servers, nor what Patroni has put aside', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
  const folders = foldersAt(folder.path)
  const written = SERVERS.flatMap((n) => [serverData(folders, n), `${serverData(folders, n)}.failed`])
  const write = () => {
    for (const path of written) mkdirSync(path, { recursive: true })
  }
  const left = () => written.filter((path) => existsSync(path))
  write()
  const cluster = await beginRestore(folders, { time: null })
  expect(left()).toEqual([])
  write()
  expect(dropUnfinishedRestore(cluster)).toBe(true)
  expect(left()).toEqual([])
  // It is to be repeated.
  expect(() => refuseLostDatabase(folders)).toThrow('A restore was not finished')
  await beginRestore(folders, { time: null })
  write()
  endRestore(cluster)
  expect(dropUnfinishedRestore(cluster)).toBe(false)
  expect(left()).toEqual(written)
})

test('nothing is dropped where the PostgreSQL that made the data is not installed', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
  const folders = foldersAt(folder.path)
  mkdirSync(serverData(folders, 3), { recursive: true })
  writeFileSync(join(serverData(folders, 3), 'PG_VERSION'), '14\n')
  await expect(beginRestore(folders, { time: null })).rejects.toThrow('apt-get install postgresql-14')
  expect(existsSync(serverData(folders, 3))).toBe(true)
  expect(existsSync(unfinishedRestore(folders))).toBe(false)
})

test('a restore looks for the backups where they are now', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
  const folders = foldersAt(folder.path)
  vi.mocked(configureBackups).mockClear()
  await beginRestore(folders, { time: null })
  expect(configureBackups).not.toHaveBeenCalled()
  mkdirSync(backupRepository(folders))
  await beginRestore(folders, { time: null })
  expect(configureBackups).toHaveBeenCalledWith(folders)
})
