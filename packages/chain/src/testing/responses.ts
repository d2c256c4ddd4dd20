import { aptos } from '@aptos-labs/aptos-protos'

const { TransactionsResponse } = aptos.indexer.v1

/** Returns a response of the stream with bare transactions of these versions. */
export function responseOf(versions: readonly bigint[], chainId = 4n): Uint8Array {
  const transactions = versions.map((version) => ({ version, blockHeight: version + 1n }))
  return TransactionsResponse.encode({ transactions, chainId }).finish()
}

/** Returns versions from first to last. */
export function versions(first: number, last: number): readonly bigint[] {
  return Array.from({ length: last - first + 1 }, (_, position) => BigInt(first + position))
}

/** Returns the same response with an unknown field. @param bytes of the field: a multiple of 128 below two million */
export function padded(response: Uint8Array, bytes: number): Uint8Array {
  if (bytes === 0) return response
  const tagAndLength = [0xfa, 0x07, 0x80, ((bytes >> 7) & 0x7f) | 0x80, bytes >> 14]
  return Buffer.concat([response, Buffer.from(tagAndLength), Buffer.alloc(bytes)])
}
