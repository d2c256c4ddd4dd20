import { existsSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SERVERS, serverData } from '../engines/postgres.ts'
import { dropUnfinishedCopies } from './unfinished-copies.ts'

/** Files of a server, in the order in which a copy writes them. */
const FILES = ['backup_label', 'PG_VERSION', 'base/1/1255', 'global/pg_control'] as const

test('a start copies again a replica whose copy was cut off at any file, where a server is complete, and touches no other', () => {
  const copied = fc.integer({ min: 0, max: FILES.length })
  fc.assert(
    fc.property(fc.tuple(copied, copied, copied), (counts) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
      const cluster = { engines: folder.path }
      const filesOf = (at: number) =>
        FILES.slice(0, counts[at]).map((name) => join(serverData(cluster, SERVERS[at] ?? 1), name))
      for (const file of counts.flatMap((_, at) => filesOf(at))) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, '15\n')
      }
      const isOneWhole = counts.includes(FILES.length)
      const isCut = (at: number) => isOneWhole && (counts[at] ?? 0) > 0 && counts[at] !== FILES.length
      expect(dropUnfinishedCopies(cluster)).toEqual(SERVERS.filter((_, at) => isCut(at)))
      for (const at of counts.keys()) for (const file of filesOf(at)) expect(existsSync(file)).toBe(!isCut(at))
    }),
  )
})
