import { readConfig as readApiConfig } from '@opal/api/config'
import type { NetworkName } from '@opal/domain/network'
import { type IndexerConfig, readConfig as readIndexerConfig } from '@opal/indexer/config'
import { readConfig as readWebConfig } from '@opal/web/config'
import type { CliConfig } from '../config.ts'
import type { Addresses } from '../start/addresses.ts'
import type { Examination } from './examination.ts'

/** Only read here, where no database is opened. */
const NO_DATABASE = 'postgres://opal@127.0.0.1/opal'

/**
 * Checks that each program could read its variables, the addresses that browsers use among them.
 * @returns the settings of the indexer; null where they cannot be read.
 */
export async function examineSettings(
  network: NetworkName,
  { stream, web }: Pick<Addresses, 'stream' | 'web'>,
  { environment }: Pick<CliConfig, 'environment'>,
  examination: Examination,
): Promise<IndexerConfig | null> {
  const given = { DATABASE_URL: NO_DATABASE, WEB_PUBLIC_URL: web, ...environment }
  // As `npm start` sets them.
  const env = { ...given, HOST: '127.0.0.1', OPAL_NETWORK: network, STREAM_ADDRESS: stream }
  const indexer = await examination.check(
    'Settings',
    () => readIndexerConfig(env),
    () => `${network}: the indexer's variables can be read`,
  )
  await examination.check(
    'API',
    () => readApiConfig(env),
    ({ publicUrl }) => `browsers reach it at ${publicUrl}`,
  )
  await examination.check(
    'Site',
    () => readWebConfig(env),
    ({ publicUrl }) => `browsers reach it at ${publicUrl}`,
  )
  return indexer
}
