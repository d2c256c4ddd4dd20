import type { aptos } from '@aptos-labs/aptos-protos'
import type { JsonObject } from '@opal/domain/json'
import type { Modules } from '../../ledger/encoding/encode-move-json.ts'
import type { PendingTransaction } from '../../ledger/ledger.ts'
import { renderPayload } from './payload.ts'
import { nonceOf, toU64 } from './scalars.ts'
import { renderSignature } from './signature.ts'

type UserTransactionRequest = aptos.transaction.v1.UserTransactionRequest

/** Renders the signed fields, common to pending and committed transactions. */
export function renderUserRequest(
  request: UserTransactionRequest,
  signed: Uint8Array | null,
  layouts: Modules,
): JsonObject {
  return {
    sender: request.sender ?? '',
    sequence_number: toU64(request.sequenceNumber),
    max_gas_amount: toU64(request.maxGasAmount),
    gas_unit_price: toU64(request.gasUnitPrice),
    expiration_timestamp_secs: toU64(request.expirationTimestampSecs?.seconds),
    payload: renderPayload(request.payload ?? {}, layouts),
    ...(request.signature === undefined ? {} : { signature: renderSignature(request.signature) }),
    replay_protection_nonce: nonceOf(request.sequenceNumber, signed),
  }
}

/** Returns a transaction in the mempool: no version and no result yet. */
export function renderPendingTransaction(
  { hash, request, signedBytes }: PendingTransaction,
  layouts: Modules,
): JsonObject {
  return { hash, ...renderUserRequest(request, signedBytes, layouts), type: 'pending_transaction' }
}
