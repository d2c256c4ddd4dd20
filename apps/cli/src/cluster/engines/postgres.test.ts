import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupRepository, postgresBinaries, SERVERS, serverData } from './postgres.ts'

/** A machine with some releases of PostgreSQL, and a cluster of which nothing was made yet. */
function machine(...majors: readonly string[]) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'opal-binaries-'))
  const [engines, installed] = [join(folder.path, 'engines'), join(folder.path, 'postgresql')]
  for (const major of majors) mkdirSync(join(installed, major), { recursive: true })
  return {
    cluster: { engines },
    binaries: () => postgresBinaries({ engines }, installed),
    of: (major: string) => join(installed, major, 'bin'),
    [Symbol.dispose]: () => folder.remove(),
  }
}

function makeServer(cluster: { readonly engines: string }, n: (typeof SERVERS)[number], major: string): void {
  mkdirSync(serverData(cluster, n), { recursive: true })
  writeFileSync(join(serverData(cluster, n), 'PG_VERSION'), `${major}\n`)
}

test('a new cluster is of the newest release that is installed', () => {
  using one = machine('9', '13', '15', 'common')
  expect(one.binaries()).toBe(one.of('15'))
})

test.each(SERVERS)(
  'a cluster stays with the release that made the data of server %i, whatever is installed later',
  (n) => {
    using one = machine('15', '17')
    makeServer(one.cluster, n, '15')
    expect(one.binaries()).toBe(one.of('15'))
  },
)

test('a cluster whose servers are lost is restored by the release of its newest backups', () => {
  using one = machine('15', '16', '17')
  for (const id of ['15-10', '16-9', 'notes'])
    mkdirSync(join(backupRepository(one.cluster), 'archive/opal', id), { recursive: true })
  expect(one.binaries()).toBe(one.of('15'))
})

test('what another release made is not opened by the one that is there', () => {
  using one = machine('17')
  makeServer(one.cluster, 2, '15')
  expect(one.binaries).toThrow(
    'PostgreSQL 15 made the data of this cluster, and 17 is installed: apt-get install postgresql-15.',
  )
})
