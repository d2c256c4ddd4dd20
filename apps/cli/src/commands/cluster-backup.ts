import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { takeBackup } from '../cluster/database/database.ts'
import { readSecrets } from '../cluster/secrets.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'
import { runningDatabase } from '../start/running-database.ts'
import { createProgressBoard } from '../supervisor/progress-board.ts'

/** Options as commander hands them over. */
export interface RawClusterBackupOptions {
  readonly full?: boolean
  readonly dataDir: string
}

/** Runs `npm run cluster:backup`: a physical backup of a running cluster. */
export async function clusterBackupCommand({ full = false, dataDir }: RawClusterBackupOptions): Promise<void> {
  const path = resolve(ROOT, dataDir)
  const engines = join(path, 'engines')
  if (!existsSync(engines)) throw new Problem(`${dataDir} holds no cluster: name its folder with --data-dir.`)
  if ((await runningDatabase(dataDir, {})) === null)
    throw new Problem(
      `No cluster runs at ${dataDir}: start it with npm run cluster, a backup is taken of running servers.`,
    )
  const cluster = { engines: realpathSync(engines), secrets: readSecrets(path) }
  await createProgressBoard().phase('Backup', () => takeBackup(cluster, full ? 'full' : 'incr'))
}
