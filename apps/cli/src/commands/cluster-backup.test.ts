import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { clusterBackupCommand } from './cluster-backup.ts'

test('a backup of a cluster that does not run is refused, and says to start it', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-'))
  const dataDir = folder.path
  await expect(clusterBackupCommand({ dataDir })).rejects.toThrow(`${dataDir} holds no cluster`)
  mkdirSync(join(dataDir, 'engines'))
  const notRunning = `No cluster runs at ${dataDir}: start it with npm run cluster, a backup is taken of running servers.`
  await expect(clusterBackupCommand({ dataDir })).rejects.toThrow(notRunning)
  // As one that was killed leaves it.
  writeFileSync(join(dataDir, 'database-url'), 'postgres://opal@127.0.0.1:1/opal')
  await expect(clusterBackupCommand({ dataDir, full: true })).rejects.toThrow(notRunning)
  // Of something else.
  vi.stubEnv('DATABASE_URL', 'postgres://opal@127.0.0.1:2/opal')
  await expect(clusterBackupCommand({ dataDir })).rejects.toThrow(notRunning)
})
