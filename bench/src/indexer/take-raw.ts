import type { RawTransaction } from '@opal/chain/stream/split-response'
import { streamTransactions } from '@opal/chain/stream/stream-transactions'
import { CHAIN_IDS } from '@opal/domain/network'

/** Reads the first transactions of a localnet's stream into memory. */
export async function takeRaw(address: string, count: bigint): Promise<readonly RawTransaction[]> {
  const ending = new AbortController()
  const taken: RawTransaction[] = []
  const place = { address, tls: false, apiKey: null, fromVersion: 0n, chainId: CHAIN_IDS.local }
  for await (const message of streamTransactions({ ...place, signal: ending.signal })) {
    // Copies are buffers, as what arrives is: the generated decoder reads other arrays several times slower.
    for (const { version, bytes } of message) taken.push({ version, bytes: Buffer.from(bytes) })
    if (BigInt(taken.length) >= count) break
  }
  ending.abort()
  return taken
}
