import { Deserializer, SignedTransaction } from '@aptos-labs/ts-sdk'
import type { Ledger } from '../../ledger/ledger.ts'
import { fitting, readUnsigned } from '../json/json-request.ts'
import { readSignature } from '../json/transaction-signature.ts'
import { ApiError, invalidInput, withErrorPrefix } from '../responses/api-error.ts'

/**
 * Returns a transaction in JSON, with its signature, as BCS.
 * @throws ApiError 400 for what does not fit.
 */
function signedBytesOf(body: unknown, ledger: Ledger): Uint8Array {
  const { transaction } = readUnsigned(body, ledger)
  const authenticator = readSignature((body as { signature?: unknown }).signature)
  return fitting(() => new SignedTransaction(transaction.rawTransaction, authenticator).bcsToBytes())
}

/** Content type of a signed transaction in BCS. @source ts-sdk MimeType.BCS_SIGNED_TRANSACTION */
export const SIGNED_TRANSACTION = 'application/x.aptos.signed_transaction+bcs'
/** Content type of a view call in BCS. */
export const VIEW_FUNCTION = 'application/x.aptos.view_function+bcs'
/** The node's prefix of the error for JSON that is no transaction. */
const NOT_MADE = 'Failed to create SignedTransaction from SubmitTransactionRequest'
/** @source the node's max_submit_transaction_batch_size */
const MAX_BATCH_SIZE = 10

/** Returns one transaction of a body, in BCS or JSON, as BCS. */
export function readTransaction(body: unknown, ledger: Ledger): Uint8Array {
  return Buffer.isBuffer(body) ? body : withErrorPrefix(NOT_MADE, () => signedBytesOf(body, ledger))
}

/**
 * Returns the transactions of a batch, in BCS or JSON, each as BCS.
 * @throws ApiError when one of them is malformed
 */
export function readBatch(body: unknown, ledger: Ledger): readonly Uint8Array[] {
  if (Buffer.isBuffer(body)) return splitBatch(body)
  if (!Array.isArray(body)) throw invalidInput('Expected a JSON array of transactions')
  requireSmall(body.length)
  return body.map((one, index) => withErrorPrefix(`${NOT_MADE} at position ${index}`, () => signedBytesOf(one, ledger)))
}

/** Splits a BCS vector of signed transactions. */
function splitBatch(body: Uint8Array): Uint8Array[] {
  return readBcs('SignedTransaction', body, (bytes) => {
    const reader = new Deserializer(bytes)
    const count = reader.deserializeUleb128AsU32()
    requireSmall(count)
    const batch = Array.from({ length: count }, () => SignedTransaction.deserialize(reader).bcsToBytes())
    if (reader.remaining() > 0) throw new Error('remaining input')
    return batch
  })
}

function requireSmall(count: number): void {
  if (count <= MAX_BATCH_SIZE) return
  throw invalidInput(`Submitted too many transactions: ${count}, while the limit is ${MAX_BATCH_SIZE}`)
}

/**
 * Reads a BCS body. Bytes that do not fit (truncated, absurdly nested) are the client's fault and answered in
 * the node's words.
 */
export function readBcs<Value>(type: string, bytes: Uint8Array, read: (bytes: Uint8Array) => Value): Value {
  try {
    return read(bytes)
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    const reason =
      cause instanceof Error && /end of buffer/.test(cause.message) ? 'unexpected end of input' : 'malformed'
    throw new ApiError(400, 'invalid_input', `Failed to deserialize input into ${type}: ${reason}`)
  }
}
