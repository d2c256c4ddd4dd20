import { existsSync, mkdirSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openDataDirectory } from '../start/data-directory.ts'
import { clusterCommand, readRestoreTarget } from './cluster.ts'

vi.mock('../cluster/packages.ts', () => ({ CLUSTER_PACKAGES: {}, installPackages: async () => undefined }))
// What is not refused would start a cluster.
vi.mock('../cluster/run-cluster.ts', () => ({ openCluster: () => Promise.reject(new Error('not refused')) }))

test.each(['latest', '2026-11-28T03:15:00Z'])('a restore to %s deletes no backups: --reset is refused', (restoreTo) => {
  expect(() => readRestoreTarget({ restoreTo, reset: true })).toThrow('leave --reset out. Nothing was deleted.')
  expect(readRestoreTarget({ restoreTo, reset: false })).toEqual(readRestoreTarget({ restoreTo }))
})

test.each([
  ['--restore-to with --reset', { restoreTo: 'latest', reset: true }],
  ['--restore-to without a zone', { restoreTo: '2026-11-28 03:15:00', reset: true }],
  ['--timeline alone', { timeline: '2', reset: true }],
  ['a --timeline that is none', { restoreTo: 'latest', timeline: '0' }],
  ['a --port-offset that is none', { portOffset: 'many', reset: true }],
])('%s deletes nothing, whatever else is said', async (_, given) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
  openDataDirectory(folder.path, 'local').release()
  const backups = join(folder.path, 'engines', 'backup')
  mkdirSync(backups, { recursive: true })
  const options = { dataDir: folder.path, portOffset: '0', yes: true, ...given }
  await expect(clusterCommand(options)).rejects.toThrow(/^--|leave --reset out/)
  expect(existsSync(backups)).toBe(true)
})

test('without a restore --reset is free to delete, and a timeline is no use', () => {
  expect(readRestoreTarget({ reset: true })).toBeNull()
  expect(() => readRestoreTarget({ timeline: '2' })).toThrow('--timeline needs --restore-to.')
})
