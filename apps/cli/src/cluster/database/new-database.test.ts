import { existsSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SERVERS, serverData } from '../engines/postgres.ts'
import { beginDatabase, endDatabase, unfinishedDatabase } from './new-database.ts'

test('a start drops the database that one before did not finish, whatever there is of it, and no other', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.subarray([...SERVERS]),
      fc.subarray([...SERVERS]),
      (isUnfinished, servers, members) => {
        using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
        const cluster = { engines: folder.path }
        const files = [
          ...servers.map((n) => join(serverData(cluster, n), 'PG_VERSION')),
          ...members.map((n) => join(folder.path, `etcd${n}`, 'data', 'member')),
        ]
        for (const file of files) {
          mkdirSync(dirname(file), { recursive: true })
          writeFileSync(file, '15\n')
        }
        if (isUnfinished) writeFileSync(unfinishedDatabase(cluster), '')
        beginDatabase(cluster)
        for (const file of files) expect(existsSync(file)).toBe(!isUnfinished)
        expect(existsSync(unfinishedDatabase(cluster))).toBe(isUnfinished || servers.length === 0)
      },
    ),
  )
})

test('a database that has its accounts is kept by every start that follows', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
  const cluster = { engines: folder.path }
  beginDatabase(cluster)
  const file = join(serverData(cluster, 2), 'PG_VERSION')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '15\n')
  endDatabase(cluster)
  for (let start = 0; start < 2; start += 1) {
    beginDatabase(cluster)
    expect([existsSync(file), existsSync(unfinishedDatabase(cluster))]).toEqual([true, false])
  }
})
