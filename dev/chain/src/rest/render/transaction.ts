import { aptos } from '@aptos-labs/aptos-protos'
import type { JsonObject } from '@opal/domain/json'
import type { Modules } from '../../ledger/encoding/encode-move-json.ts'
import type { CommittedTransaction } from '../../ledger/ledger.ts'
import type { Committed } from '../bcs/write-transaction.ts'
import { renderChange } from './change.ts'
import { renderEvent } from './event.ts'
import { renderWriteSetPayload } from './payload.ts'
import { toHex, toMicros, toU64 } from './scalars.ts'
import { renderUserRequest } from './user-request.ts'

const { Transaction_TransactionType: Kind } = aptos.transaction.v1

/** Returns a committed transaction as the node's REST API prints it: the result first, then what its kind adds. */
export function renderTransaction(committed: Committed, layouts: Modules): JsonObject {
  return { ...renderResult(committed.transaction, layouts), ...renderKind(committed, layouts) }
}

function renderResult(transaction: CommittedTransaction, layouts: Modules): JsonObject {
  const info = transaction.info ?? {}
  return {
    version: toU64(transaction.version),
    hash: toHex(info.hash),
    state_change_hash: toHex(info.stateChangeHash),
    event_root_hash: toHex(info.eventRootHash),
    state_checkpoint_hash: info.stateCheckpointHash === undefined ? null : toHex(info.stateCheckpointHash),
    gas_used: toU64(info.gasUsed),
    success: info.success ?? false,
    vm_status: info.vmStatus ?? '',
    accumulator_root_hash: toHex(info.accumulatorRootHash),
    changes: (info.changes ?? []).map((change) => renderChange(change, layouts)),
  }
}

function renderKind({ transaction, signed }: Committed, layouts: Modules): JsonObject {
  const timestamp = toMicros(transaction.timestamp)
  switch (transaction.type) {
    case Kind.TRANSACTION_TYPE_USER:
      return {
        ...renderUserRequest(transaction.user?.request ?? {}, signed, layouts),
        events: (transaction.user?.events ?? []).map(renderEvent),
        timestamp,
        type: 'user_transaction',
      }
    case Kind.TRANSACTION_TYPE_BLOCK_METADATA:
      return { ...renderBlockMetadata(transaction), timestamp, type: 'block_metadata_transaction' }
    case Kind.TRANSACTION_TYPE_STATE_CHECKPOINT:
      return { timestamp, type: 'state_checkpoint_transaction' }
    case Kind.TRANSACTION_TYPE_GENESIS:
      return {
        payload: renderWriteSetPayload(transaction.genesis?.payload ?? {}, layouts),
        events: (transaction.genesis?.events ?? []).map(renderEvent),
        type: 'genesis_transaction',
      }
    default:
      throw new Error(`Transaction ${transaction.version} is of unknown kind ${transaction.type}.`)
  }
}

function renderBlockMetadata(transaction: CommittedTransaction): JsonObject {
  const block = transaction.blockMetadata ?? {}
  return {
    id: block.id ?? '',
    epoch: toU64(transaction.epoch),
    round: toU64(block.round),
    events: (block.events ?? []).map(renderEvent),
    previous_block_votes_bitvec: Array.from(block.previousBlockVotesBitvec ?? []),
    proposer: block.proposer ?? '',
    failed_proposer_indices: block.failedProposerIndices ?? [],
  }
}
