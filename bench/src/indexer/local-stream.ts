import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { CHAIN_IDS } from '@opal/domain/network'

/** Returns how a localnet's stream is read from its first version on. */
export function localStream(address: string, signal: AbortSignal): StreamOptions {
  return { address, tls: false, apiKey: null, fromVersion: 0n, chainId: CHAIN_IDS.local, signal }
}
