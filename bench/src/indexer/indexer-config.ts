import { type IndexerConfig, readConfig } from '@opal/indexer/config'
import type { Store } from '@opal/store/driver/connection'

/**
 * Returns the configuration of an indexer of a localnet's stream, with the scope that mainnet has by default.
 * @param more variables of its environment.
 */
export function indexerConfig(
  { connectionString }: Store,
  address: string,
  more: Readonly<Record<string, string>> = {},
): IndexerConfig {
  return readConfig({
    OPAL_NETWORK: 'local',
    DATABASE_URL: connectionString,
    STREAM_ADDRESS: address,
    INDEX_FUNGIBLE_ASSETS: 'none',
    INDEX_OBJECTS: 'tokens',
    INDEX_TRANSACTIONS: 'none',
    ...more,
  })
}
