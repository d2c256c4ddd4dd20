import { SignedTransaction } from '@aptos-labs/ts-sdk'
import type { Ledger } from '../../ledger/ledger.ts'
import { fitting, readUnsigned } from './json-request.ts'
import { readSignature } from './transaction-signature.ts'

/** A transaction in JSON, with its signature, as BCS. @throws ApiError 400 for what does not fit. */
export function signedBytesOf(body: unknown, ledger: Ledger): Uint8Array {
  const { transaction } = readUnsigned(body, ledger)
  const authenticator = readSignature((body as { signature?: unknown }).signature)
  return fitting(() => new SignedTransaction(transaction.rawTransaction, authenticator).bcsToBytes())
}
