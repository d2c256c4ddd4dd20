import { resolve } from 'node:path'
import { errorCode } from '@opal/domain/errors'
import { recordedNetwork } from '@opal/indexer/maintenance/replay/recorded'
import { type ReplayOptions, type ReplayResult, replayRecorded } from '@opal/indexer/maintenance/replay/replay-recorded'
import { connect } from '@opal/store/driver/connection'
import { nameOrphanCollections } from '@opal/store/ingest/tokens/name-orphan-collections'
import { type CliConfig, readConfig } from '../../config.ts'
import { printable } from '../../printable.ts'
import { asProblem, Problem } from '../../problem.ts'
import { ROOT } from '../../repository.ts'
import { type RawStartOptions, readStartOptions, type StartOptions } from '../../start/start-options.ts'
import { createProgressBoard, type ProgressBoard } from '../../supervisor/progress-board.ts'
import { reset, serve } from '../start.ts'

/** Options as commander hands them over. */
export type RawReplayOptions = Omit<RawStartOptions, 'demo' | 'quiet' | 'only'> & {
  readonly serve: boolean
}

/** Runs `npm run replay`: recorded transactions through the real indexer, then the API and the site that show them. */
export async function replayCommand(directory: string, raw: RawReplayOptions): Promise<void> {
  const asSet = readConfig()
  const network = raw.network ?? recordedNetwork(directory)
  const all = readStartOptions({ ...raw, demo: false, network, only: 'postgres,api,web' }, asSet)
  const config = shownOnThisMachine(asSet, all)
  const board = createProgressBoard()
  const fill = (databaseUrl: string) =>
    board.phase('Replaying', async (note) => {
      const given = {
        network: all.network,
        contracts: config.MARKETPLACE_CONTRACTS,
        aggregator: config.AGGREGATOR_ADDRESS,
      }
      const result = await feed(resolve(ROOT, directory), databaseUrl, given)
      note(`${result.transactions} transactions, ${result.marketEvents} market events, ${result.sales.length} sales`)
      report(result, board)
    })
  // Recordings may be of any network, and only this user writes to the directory.
  if (all.reset) await reset({ ...all, network: null })
  const options = { ...(raw.serve ? all : withDatabaseAlone(all)), reset: false }
  await serve(options, config, { board, fill, stay: raw.serve })
}

/** A replay is served to this machine only, whatever network it was recorded on. */
function shownOnThisMachine(config: CliConfig, { ports }: StartOptions): CliConfig {
  return { ...config, environment: { API_PUBLIC_URL: `http://127.0.0.1:${ports.api}`, ...config.environment } }
}

/** With a database of the person's own not even that is started. */
function withDatabaseAlone(options: StartOptions): StartOptions {
  return { ...options, programs: options.programs.filter((name) => name === 'postgres') }
}

async function feed(
  directory: string,
  databaseUrl: string,
  given: Pick<ReplayOptions, 'network' | 'contracts' | 'aggregator'>,
): Promise<ReplayResult> {
  try {
    const result = await replayRecorded({ directory, databaseUrl, ...given })
    if (result.transactions > 0) {
      await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-replay' })
      await nameOrphanCollections(store.db)
      return result
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      throw new Problem(`${directory} does not exist: name a folder of recorded transactions.`, { cause: error })
    }
    throw asProblem(error, directory)
  }
  throw new Problem(`${directory} holds no recorded transaction: name a folder of JSON files, one transaction each.`)
}

function report({ sales, refused, stopped }: ReplayResult, board: ProgressBoard): void {
  for (const { file, reason } of refused) board.say(`  left out ${printable(file)}: ${printable(reason)}`)
  for (const marketplace of stopped) board.say(`  ${marketplace} stopped at what it cannot read`)
  for (const { version, marketplace, token_data_id, price_octas } of sales) {
    board.say(`  sale at version ${version} on ${marketplace}: ${token_data_id} for ${price_octas} octas`)
  }
}
