import { basename } from 'node:path'
import type { NetworkName } from '@opal/domain/network'

/**
 * Of which network a folder of recorded transactions is, told by its name: `mainnet-transactions`,
 * `testnet-transactions`. The development network, which we cannot be pointed at, counts as testnet; a name that tells
 * nothing as mainnet.
 */
export function recordedNetwork(directory: string): NetworkName {
  return /^(test|dev)net\b/.test(basename(directory)) ? 'testnet' : 'mainnet'
}
