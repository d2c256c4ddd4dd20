import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { errorCode } from '@opal/domain/errors'
import { publishSnapshot } from '@opal/store/maintenance/snapshot/take-snapshot'
import { asProblem, Problem } from '../../problem.ts'
import { ROOT } from '../../repository.ts'
import { createProgressBoard, type ProgressBoard } from '../../supervisor/progress-board.ts'
import { onDatabase, type RawDatabaseOptions, refuseOtherDatabase } from './on-database.ts'

/** Options as commander hands them over. */
export interface RawSnapshotOptions extends RawDatabaseOptions {
  readonly out: string
}

/** Runs `npm run snapshot`: the public tables as files that anyone can verify and load. */
export async function snapshotCommand({ out, ...raw }: RawSnapshotOptions): Promise<void> {
  const board = createProgressBoard()
  const target = resolve(ROOT, out)
  await refuseFilled(target, out)
  await onDatabase(raw, { board }, (databaseUrl) => writeSnapshot(databaseUrl, target, board))
}

async function refuseFilled(target: string, out: string): Promise<void> {
  try {
    if ((await readdir(target)).length === 0) return
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw asProblem(error, out, '--out')
  }
  throw new Problem(`${out} is not empty: name a new folder with --out.`)
}

async function writeSnapshot(databaseUrl: string, target: string, board: ProgressBoard): Promise<void> {
  await refuseOtherDatabase(databaseUrl)
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
    throw asProblem(error, target, '--out')
  }
}
