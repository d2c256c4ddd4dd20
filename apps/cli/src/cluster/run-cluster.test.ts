import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupRepository, SERVERS, serverData } from './engines/postgres.ts'
import { refuseLostDatabase, unfinishedRestore } from './run-cluster.ts'

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
  writeFileSync(unfinishedRestore(cluster), '"latest"')
  expect(() => refuseLostDatabase(cluster)).toThrow('A restore was not finished: repeat it with --restore-to.')
})
