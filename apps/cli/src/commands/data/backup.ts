import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { backupAccount } from '@opal/store/maintenance/backup/backup-account'
import { checkBackup, restoreAccount } from '@opal/store/maintenance/backup/restore-account'
import { asProblem, Problem } from '../../problem.ts'
import { ROOT } from '../../repository.ts'
import { createProgressBoard } from '../../supervisor/progress-board.ts'
import { onDatabase, type RawDatabaseOptions, refuseOtherDatabase } from './on-database.ts'

/** Runs `npm run backup`: what cannot be derived from the chain, as one file. */
export async function backupCommand({ out, ...raw }: RawDatabaseOptions & { readonly out: string }): Promise<void> {
  const board = createProgressBoard()
  const file = resolve(ROOT, out)
  if (existsSync(file)) throw new Problem(`${out} exists: name a new file with --out.`)
  if (!existsSync(dirname(file)))
    throw new Problem(`The folder of ${out} does not exist: create it, or name another file with --out.`)
  await onDatabase(raw, { board }, async (databaseUrl) => {
    await refuseOtherDatabase(databaseUrl)
    const rows = await backupAccount(databaseUrl, file).catch((error) => {
      throw asProblem(error, out, '--out')
    })
    board.say(`${total(rows)} rows in ${file}`)
  })
}

/** Runs `npm run restore`: writes such a file back. */
export async function restoreCommand(
  path: string,
  { replace, ...raw }: RawDatabaseOptions & { readonly replace?: boolean },
): Promise<void> {
  const board = createProgressBoard()
  const file = resolve(ROOT, path)
  if (!existsSync(file)) throw new Problem(`${path} does not exist: name a file that npm run backup wrote.`)
  await checkBackup(file)
  await onDatabase(raw, { board }, async (databaseUrl) => {
    await refuseOtherDatabase(databaseUrl)
    const rows = await restoreAccount({ databaseUrl, file, ...(replace === true && { replace }) })
    board.say(`${total(rows)} rows restored`)
  })
}

function total(rows: Readonly<Record<string, number>>): string {
  return Object.values(rows)
    .reduce((sum, each) => sum + each, 0)
    .toLocaleString('en')
}
