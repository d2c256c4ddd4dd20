import { bytes32, sha3 } from '../crypto/sha3.ts'
import type { ParsedTransaction } from '../transactions/signed-transaction.ts'

const SALT = sha3('APTOS::SessionId')
/** Numbers of the variants in BCS. @source aptos-vm session_id::SessionId */
const TRANSACTION = 0
const ORDERLESS_TRANSACTION = 9
/** An entry function's script hash: none. */
const NO_SCRIPT = 0

/**
 * Returns the hash that a transaction's new table handles derive from.
 * @source recomputed from the tables that mainnet 141135867 and 2186504987 created, see session-hash.test.ts
 */
export function sessionHash({ sender, sequenceNumber, replayNonce, expirationSeconds }: SessionParts): Buffer {
  const account = bytes32(sender)
  if (replayNonce === null) {
    return sha3(SALT, Uint8Array.of(TRANSACTION), account, u64(sequenceNumber), Uint8Array.of(NO_SCRIPT))
  }
  const nonce = Buffer.concat([u64(replayNonce), u64(expirationSeconds)])
  return sha3(SALT, Uint8Array.of(ORDERLESS_TRANSACTION), account, nonce, Uint8Array.of(NO_SCRIPT))
}

export type SessionParts = Pick<ParsedTransaction, 'sender' | 'sequenceNumber' | 'replayNonce' | 'expirationSeconds'>

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
