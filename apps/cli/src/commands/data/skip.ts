import { userInfo } from 'node:os'
import { skipDecodeStop } from '@opal/store/accounts/indexer-requests'
import { connect } from '@opal/store/driver/connection'
import { readDecodeStops } from '@opal/store/queries/indexer-state'
import { readConfig } from '../../config.ts'
import { printable } from '../../printable.ts'
import { Problem } from '../../problem.ts'
import { requireRunningDatabase } from '../../start/running-database.ts'
import { refuseOtherDatabase } from './on-database.ts'

/** Options as commander hands them over. */
export interface RawSkipOptions {
  readonly dataDir: string
  readonly reason: string
  readonly by?: string
}

/** Runs `npm run skip`: has the indexer pass over the event at which a marketplace stopped, and leaves a record of it. */
export async function skipCommand(marketplace: string, { dataDir, reason, by }: RawSkipOptions): Promise<void> {
  const connectionString = await requireRunningDatabase(dataDir, readConfig())
  await refuseOtherDatabase(connectionString)
  await using store = connect({ connectionString, applicationName: 'opal-skip' })
  const skipped = await skipDecodeStop(store.db, { marketplace, by: by ?? userInfo().username, reason })
  if (skipped === null) {
    const stopped = (await readDecodeStops(store)).map((stop) => stop.marketplace)
    const which = stopped.length === 0 ? 'none is' : `stopped are: ${stopped.join(', ')}`
    throw new Problem(`${marketplace} is not stopped (${which}).`)
  }
  const { version, event_index, event_type, message, skipped_by } = skipped
  process.stdout.write(
    `Event ${event_index} of version ${version} (${printable(event_type)}) is passed over for ${marketplace}, by ${skipped_by}.\n` +
      `It could not be read: ${printable(message)}\n` +
      `The indexer resumes ${marketplace} from there within a second, or when it is started.\n`,
  )
}
