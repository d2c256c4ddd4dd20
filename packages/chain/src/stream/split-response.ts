import { MalformedTransactionError } from '../chain-errors.ts'
import { ProtoReader } from '../skim/proto-reader.ts'

/** One transaction as it came over the wire, not decoded. */
export interface RawTransaction {
  readonly version: bigint
  /** Protobuf of `aptos.transaction.v1.Transaction`; a view into the response's memory. */
  readonly bytes: Uint8Array
}

export interface SplitResponse {
  /** Null when the server does not say. */
  readonly chainId: bigint | null
  readonly transactions: readonly RawTransaction[]
}

/** @source aptos.indexer.v1.TransactionsResponse, aptos.transaction.v1.Transaction */
const RESPONSE = { transactions: 1, chainId: 2 } as const
const TRANSACTION_VERSION = 2

/** Cuts a response into its transactions and reads their versions. @throws MalformedTransactionError */
export function splitResponse(response: Uint8Array): SplitResponse {
  const reader = new ProtoReader(response)
  const transactions: RawTransaction[] = []
  let chainId: bigint | null = null
  while (reader.next()) {
    if (reader.field === RESPONSE.transactions) {
      const bytes = reader.slice()
      transactions.push({ version: versionOf(bytes), bytes })
    } else if (reader.field === RESPONSE.chainId) {
      chainId = reader.u64()
    } else {
      reader.skip()
    }
  }
  return { chainId, transactions }
}

/** Returns the version of a raw transaction; 0 is the default that the wire leaves out. */
function versionOf(transaction: Uint8Array): bigint {
  const reader = new ProtoReader(transaction)
  while (reader.next()) {
    if (reader.field === TRANSACTION_VERSION) return reader.u64()
    reader.skip()
  }
  if (transaction.length === 0) throw new MalformedTransactionError('it is empty')
  return 0n
}
