import type { JsonObject } from '@opal/domain/json'
import type { CommittedTransaction, PendingTransaction } from '../../ledger/ledger.ts'
import { renderTransaction } from './transaction.ts'
import { renderPendingTransaction } from './user-request.ts'

/** A transaction that may still wait for its block. */
export function renderKnownTransaction(transaction: CommittedTransaction | PendingTransaction): JsonObject {
  return 'signedBytes' in transaction
    ? renderPendingTransaction(transaction.hash, transaction.request)
    : renderTransaction(transaction)
}
