import { toAddressOrNull } from '@opal/domain/address'
import { connect, type Database } from '@opal/store/driver/connection'
import { isIndexed, type MediaChoice, retryMedia } from '@opal/store/projections/metadata/retry'
import {
  countMedia,
  type MediaFailures,
  readDeadLetters,
  readMediaFailures,
  readUnsettled,
  readUnwritten,
} from '@opal/store/queries/indexer-state'
import { readConfig } from '../../config.ts'
import { printable } from '../../printable.ts'
import { Problem } from '../../problem.ts'
import { requireRunningDatabase } from '../../start/running-database.ts'
import { refuseOtherDatabase } from './on-database.ts'

/** Options as commander hands them over. */
export interface RawFailuresOptions {
  readonly dataDir: string
  /** `failed`, or the id of a collection. */
  readonly retry?: string
}

const SHOWN = 20

/**
 * Runs `npm run failures`: which metadata and images could not be had, by collection, and which list items and rankings could not be made,
 * and which transactions and orders could not be written; `--retry` tries all but these again.
 */
export async function failuresCommand({ dataDir, retry }: RawFailuresOptions): Promise<void> {
  const connectionString = await requireRunningDatabase(dataDir, readConfig())
  await refuseOtherDatabase(connectionString)
  await using store = connect({ connectionString, applicationName: 'opal-failures' })
  if (retry !== undefined) {
    const again = await retryMedia(store.db, await choose(store.db, retry))
    process.stdout.write(`${again.documents} documents and ${again.images} images are fetched again.\n`)
    process.stdout.write(`${again.listItems} list items are made and ${again.rankings} collections ranked again.\n`)
    return
  }
  const { pendingDocuments, failedDocuments, pendingImages, failedImages } = await countMedia(store)
  process.stdout.write(
    `Documents: ${failedDocuments} given up, ${pendingDocuments} wait. Images: ${failedImages} given up, ${pendingImages} wait.\n`,
  )
  for (const { collectionId, name, error, ...failed } of await readMediaFailures(store, SHOWN))
    process.stdout.write(
      `  ${collectionId} ${printable(name ?? '')}: ${partsOf(failed)} (${printable(error ?? 'no reason known')})\n`,
    )
  for (const { work, subject, error } of await readDeadLetters(store, SHOWN))
    process.stdout.write(
      `  ${work === 'list-item' ? 'list item of token' : 'ranking of collection'} ${subject}: ${printable(error)}\n`,
    )
  for (const { version, sqlstate, message } of await readUnwritten(store, SHOWN))
    process.stdout.write(`  transaction ${version}, not written: ${printable(`${sqlstate} ${message}`)}\n`)
  for (const { marketplace, book, order_id, sqlstate, message } of await readUnsettled(store, SHOWN))
    process.stdout.write(
      `  ${book} ${printable(order_id)} of ${marketplace}, not settled: ${printable(`${sqlstate} ${message}`)}\n`,
    )
}

function partsOf({ tokens, isOwnFailed, images }: Pick<MediaFailures, 'tokens' | 'isOwnFailed' | 'images'>): string {
  const parts = [
    ...(tokens > 0 ? [`${tokens} ${tokens === 1 ? 'token' : 'tokens'}`] : []),
    ...(isOwnFailed ? ['its own document'] : []),
    ...(images > 0 ? [`${images} ${images === 1 ? 'image' : 'images'}`] : []),
  ]
  return parts.join(', ')
}

/** @throws Problem for a text that names no collection of the index. */
async function choose(db: Database, retry: string): Promise<MediaChoice> {
  if (retry === 'failed') return retry
  const collectionId = toAddressOrNull(retry)
  if (collectionId === null)
    throw new Problem(
      `--retry does not know "${retry}": name "failed", or the id of a collection (0x and hexadecimal digits).`,
    )
  if (await isIndexed(db, collectionId)) return { collectionId }
  throw new Problem(`No collection ${collectionId} is indexed: npm run failures lists those with failures.`)
}
