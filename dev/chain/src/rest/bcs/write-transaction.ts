import { aptos } from '@aptos-labs/aptos-protos'
import type { Serializer } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { bytes32 } from '../../ledger/crypto/sha3.ts'
import type { Modules } from '../../ledger/encoding/encode-move-json.ts'
import type { CommittedTransaction } from '../../ledger/ledger.ts'
import { ApiError } from '../responses/api-error.ts'
import { writeEvent } from './write-event.ts'
import { writeExecutionStatus } from './write-execution-status.ts'
import { writeHash, writeList, writeOption } from './write-parts.ts'
import { writeWriteSet } from './write-write-set.ts'

const { Transaction_TransactionType: Kind } = aptos.transaction.v1
const Variant = { user: 0, genesis: 1, blockMetadata: 2, stateCheckpoint: 3 } as const

/** A committed transaction with what its sender signed, as the ledger keeps it. */
export interface Committed {
  readonly transaction: CommittedTransaction
  readonly signed: Uint8Array | null
}

/** A TransactionOnChainData. @source the node's api-types transaction */
export function writeOnChain(writer: Serializer, { transaction, signed }: Committed, layouts: Modules): void {
  const info = transaction.info ?? {}
  writer.serializeU64(transaction.version ?? 0n)
  writeTransaction(writer, { transaction, signed }, layouts)
  writeInfo(writer, info)
  writeList(writer, eventsOf(transaction), (event) => writeEvent(writer, event, layouts))
  writeHash(writer, info.accumulatorRootHash)
  writeWriteSet(writer, info.changes ?? [], layouts)
}

function eventsOf(transaction: CommittedTransaction): readonly aptos.transaction.v1.Event[] {
  return transaction.user?.events ?? transaction.blockMetadata?.events ?? transaction.genesis?.events ?? []
}

function writeTransaction(writer: Serializer, { transaction, signed }: Committed, layouts: Modules): void {
  switch (transaction.type) {
    case Kind.TRANSACTION_TYPE_USER:
      writer.serializeU32AsUleb128(Variant.user)
      writer.serializeFixedBytes(signed ?? throwNotKept(transaction))
      break
    case Kind.TRANSACTION_TYPE_BLOCK_METADATA:
      writer.serializeU32AsUleb128(Variant.blockMetadata)
      writeBlockMetadata(writer, transaction)
      break
    case Kind.TRANSACTION_TYPE_STATE_CHECKPOINT:
      writer.serializeU32AsUleb128(Variant.stateCheckpoint)
      writeHash(writer, transaction.info?.stateCheckpointHash)
      break
    default:
      writer.serializeU32AsUleb128(Variant.genesis)
      writer.serializeU32AsUleb128(0) // WriteSetPayload::Direct
      writeWriteSet(writer, transaction.info?.changes ?? [], layouts)
      writeList(writer, eventsOf(transaction), (event) => writeEvent(writer, event, layouts))
  }
}

/** Logs of older programs hold the decoded transaction alone. */
function throwNotKept({ version }: CommittedTransaction): never {
  throw new ApiError(410, 'version_pruned', `What was signed at Ledger version(${version}) has not been kept`)
}

function writeBlockMetadata(writer: Serializer, transaction: CommittedTransaction): void {
  const block = transaction.blockMetadata ?? {}
  writeHash(writer, Buffer.from((block.id ?? '').slice(2), 'hex'))
  writer.serializeU64(transaction.epoch ?? 0n)
  writer.serializeU64(block.round ?? 0n)
  writer.serializeFixedBytes(bytes32(parseAddress(block.proposer ?? '0x0')))
  writer.serializeBytes(block.previousBlockVotesBitvec ?? new Uint8Array())
  writeList(writer, block.failedProposerIndices ?? [], (index) => writer.serializeU32(index))
  const { seconds = 0n, nanos = 0 } = transaction.timestamp ?? {}
  writer.serializeU64(seconds * 1_000_000n + BigInt(Math.trunc(nanos / 1_000)))
}

/** TransactionInfo::V0; the optional last hash (of auxiliary information) is not made here. */
function writeInfo(writer: Serializer, info: aptos.transaction.v1.TransactionInfo): void {
  writer.serializeU32AsUleb128(0)
  writer.serializeU64(info.gasUsed ?? 0n)
  writeExecutionStatus(writer, info.vmStatus ?? '')
  writeHash(writer, info.hash)
  writeHash(writer, info.eventRootHash)
  writeHash(writer, info.stateChangeHash)
  writeOption(writer, info.stateCheckpointHash ?? null, (hash) => writeHash(writer, hash))
  writer.serializeBool(false)
}
