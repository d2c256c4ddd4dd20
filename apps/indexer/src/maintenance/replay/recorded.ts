import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import { encodeTransaction, readRecordedTransaction } from '@opal/chain/transaction/read-recorded-transaction'
import { errorMessage } from '@opal/domain/errors'
import type { NetworkName } from '@opal/domain/network'

/**
 * Returns the network of a folder of recorded transactions, by its name: `mainnet-transactions`,
 * `testnet-transactions`. The development network, which Opal does not support, counts as testnet; other names
 * as mainnet.
 */
export function recordedNetwork(directory: string): NetworkName {
  return /^(test|dev)net\b/.test(basename(directory)) ? 'testnet' : 'mainnet'
}

/** Contents of a folder of recorded transactions. */
export interface RecordedFolder {
  /** By version; of two files of one version the first by name. */
  readonly transactions: readonly RawTransaction[]
  /** Files that are no recorded transaction, with the reason. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[]
}

/**
 * Reads every `.json` file of a folder as a transaction of the stream.
 * @throws Error when the folder cannot be read.
 */
export function readRecorded(directory: string): RecordedFolder {
  const byVersion = new Map<bigint, RawTransaction>()
  const refused: { file: string; reason: string }[] = []
  const files = readdirSync(directory).filter(
    (file) => file.endsWith('.json') && statSync(join(directory, file)).isFile(),
  )
  for (const file of files.sort()) {
    try {
      const raw = toRaw(join(directory, file))
      if (!byVersion.has(raw.version)) byVersion.set(raw.version, raw)
    } catch (error) {
      refused.push({ file, reason: errorMessage(error) })
    }
  }
  const transactions = [...byVersion.values()].sort((a, b) => (a.version < b.version ? -1 : 1))
  return { transactions, refused }
}

function toRaw(path: string): RawTransaction {
  const transaction = readRecordedTransaction(path)
  if (transaction.info === undefined) throw new Error('it is no transaction: it has no info')
  return { version: transaction.version ?? 0n, bytes: encodeTransaction(transaction) }
}
