import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readPendingMigrations } from '@opal/store/migrate'
import { publishSnapshot } from '@opal/store/snapshot/publish-snapshot'
import { readConfig } from '../config.ts'
import { asProblem, Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'
import { runningDatabase } from '../start/running-database.ts'
import { readStartOptions } from '../start/start-options.ts'
import { createProgressBoard, type ProgressBoard } from '../supervisor/progress-board.ts'
import { serve } from './start.ts'

/** Options as commander hands them over. */
export interface RawSnapshotOptions {
  readonly out: string
  readonly dataDir: string
  readonly network?: string
  readonly portOffset: string
}

/** `npm run snapshot`: the public tables as files that anybody can check and load. */
export async function snapshotCommand({ out, ...raw }: RawSnapshotOptions): Promise<void> {
  const config = readConfig()
  const board = createProgressBoard()
  const target = resolve(ROOT, out)
  await refuseFilled(target, out)
  const write = (databaseUrl: string) => writeSnapshot(databaseUrl, target, board)
  const running = config.DATABASE_URL ?? (await runningDatabase(raw.dataDir))
  if (running !== null) return write(running)
  if (!existsSync(resolve(ROOT, raw.dataDir, 'postgres')))
    throw new Problem(`${raw.dataDir} holds no database: name the data directory of an instance with --data-dir.`)
  const options = readStartOptions({ ...raw, demo: false, only: 'postgres' }, config)
  await serve(options, config, { board, fill: write, stay: false })
}

async function refuseFilled(target: string, out: string): Promise<void> {
  try {
    if ((await readdir(target)).length === 0) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw asProblem(error, out)
  }
  throw new Problem(`${out} is not empty: name a new folder with --out.`)
}

async function writeSnapshot(databaseUrl: string, target: string, board: ProgressBoard): Promise<void> {
  const pending = await readPendingMigrations(databaseUrl)
  if (pending.length > 0)
    throw new Problem(`The database is of an older release (it lacks ${pending.join(', ')}): start the instance once.`)
  try {
    const { files, version } = await board.phase('Writing', async (note) => {
      const onProgress = (name: string, rows: number) => note(`${name} ${rows}`)
      const written = await publishSnapshot({ databaseUrl, directory: target, onProgress })
      note(`${written.files.length} files`)
      return written
    })
    const rows = files.reduce((sum, file) => sum + file.rows, 0)
    board.say(`${rows} rows of ${files.length} tables and views at version ${version ?? 'none'} in ${target}`)
  } catch (error) {
    throw asProblem(error, target)
  }
}
