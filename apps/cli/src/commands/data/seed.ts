import { isLargeScale, LARGE_SCALES, type LargeScaleName } from '@opal/dev-seeds/large/large-scale'
import { makeLargeStore } from '@opal/dev-seeds/large/make-large-store'
import { StoreNotEmptyError } from '@opal/store/errors'
import { Problem } from '../../problem.ts'
import { createProgressBoard, type ProgressBoard } from '../../supervisor/progress-board.ts'
import { onDatabase, type RawDatabaseOptions } from './on-database.ts'

/** Options as commander hands them over. */
export interface RawSeedOptions extends RawDatabaseOptions {
  readonly scale: string
  readonly seed: string
  readonly until?: string
  readonly overwrite?: true
}

const HOUR_MS = 3_600_000

/** Runs `npm run seed`: a synthetic market of a chosen size in a database of its own. */
export async function seedCommand(raw: RawSeedOptions): Promise<void> {
  const board = createProgressBoard()
  const scale = scaleNamed(raw.scale)
  const endMicros = endOf(raw.until)
  await onDatabase(raw, { board, createIfMissing: true }, (databaseUrl) =>
    makeStore(databaseUrl, { ...raw, scale, endMicros }, board),
  )
}

type SeedOptions = Omit<RawSeedOptions, 'scale'> & { readonly scale: LargeScaleName; readonly endMicros: bigint }

async function makeStore(databaseUrl: string, options: SeedOptions, board: ProgressBoard): Promise<void> {
  const { scale, seed, endMicros } = options
  const mayOverwrite = options.overwrite === true
  try {
    const rows = await board.phase('Making it up', (note) =>
      makeLargeStore({ databaseUrl, scale, seed, endMicros, mayOverwrite, say: note }),
    )
    const counts = [...rows].map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    board.say(`${counts.join(', ')}.`)
  } catch (error) {
    if (error instanceof StoreNotEmptyError) {
      const advice =
        error.held === 'index'
          ? 'nothing overwrites that: name an empty --data-dir, and unset DATABASE_URL, which would be used instead.'
          : 'name an empty --data-dir, or overwrite it with --overwrite.'
      throw new Problem(`${error.message.replace(/\.$/, '')}: ${advice}`, { cause: error })
    }
    throw error
  }
}

function scaleNamed(name: string): LargeScaleName {
  if (isLargeScale(name)) return name
  throw new Problem(`--scale does not know "${name}": choose from ${Object.keys(LARGE_SCALES).join(', ')}.`)
}

function endOf(until: string | undefined): bigint {
  const milliseconds = until === undefined ? Math.floor(Date.now() / HOUR_MS) * HOUR_MS : Date.parse(until)
  if (Number.isNaN(milliseconds)) throw new Problem(`--until takes a time like 2026-11-21T12:00:00Z, not "${until}".`)
  return BigInt(milliseconds) * 1_000n
}
