import { aptos } from '@aptos-labs/aptos-protos'
import type { Serializer } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { MICROS_PER_SECOND } from '@opal/domain/time'
import { bytes32 } from '../../ledger/crypto/sha3.ts'
import type { Modules } from '../../ledger/encoding/encode-move-json.ts'
import { EXECUTED, OUT_OF_GAS } from '../../ledger/execution/vm-status.ts'
import type { CommittedTransaction } from '../../ledger/ledger.ts'
import { ApiError } from '../responses/api-error.ts'
import { writeEvent } from './write-event.ts'
import { writeHash, writeList, writeOption } from './write-parts.ts'
import { writeWriteSet } from './write-write-set.ts'

const { Transaction_TransactionType: Kind } = aptos.transaction.v1
const Variant = { user: 0, genesis: 1, blockMetadata: 2, stateCheckpoint: 3 } as const

/** A committed transaction with what its sender signed, as the ledger keeps it. */
export interface Committed {
  readonly transaction: CommittedTransaction
  readonly signed: Uint8Array | null
}

/** Writes a TransactionOnChainData. @source the node's api-types transaction */
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
      writer.serializeFixedBytes(signed ?? throwPruned(transaction))
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
function throwPruned({ version }: CommittedTransaction): never {
  throw new ApiError(410, 'version_pruned', `The signed transaction at Ledger version(${version}) is not stored`)
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
  writer.serializeU64(seconds * MICROS_PER_SECOND + BigInt(Math.trunc(nanos / 1_000)))
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

const StatusVariant = { success: 0, outOfGas: 1, moveAbort: 2, executionFailure: 3, miscellaneous: 4 } as const
const InModule = 0

/** `Move abort in 0x1::coin: EFROZEN(0x5000a): text`, or the bare code where the module names none. */
const ABORT = /^Move abort in (0x[0-9a-f]+)::(\w+): (?:(\w+)\((0x[0-9a-f]+)\): (.*)|(0x[0-9a-f]+))$/s
const FAILURE = /^Execution failed in (0x[0-9a-f]+)::(\w+)::\w+ at code offset (\d+)$/

/**
 * An ExecutionStatus, read from the text that the stream carries. A function's number in its module and the number of
 * other errors are not in the text: 0 and none stand for them. @source aptos-types transaction ExecutionStatus
 */
function writeExecutionStatus(writer: Serializer, vmStatus: string): void {
  const abort = ABORT.exec(vmStatus)
  const failure = FAILURE.exec(vmStatus)
  if (vmStatus === EXECUTED) writer.serializeU32AsUleb128(StatusVariant.success)
  else if (vmStatus === OUT_OF_GAS) writer.serializeU32AsUleb128(StatusVariant.outOfGas)
  else if (abort !== null) writeAbort(writer, abort)
  else if (failure !== null) writeFailure(writer, failure)
  else {
    writer.serializeU32AsUleb128(StatusVariant.miscellaneous)
    writer.serializeBool(false)
  }
}

function writeAbort(writer: Serializer, [, address, module, reason, code, description, bare]: RegExpExecArray): void {
  writer.serializeU32AsUleb128(StatusVariant.moveAbort)
  writeLocation(writer, address, module)
  writer.serializeU64(BigInt(code ?? bare ?? 0))
  writeOption(writer, reason ?? null, (name) => {
    writer.serializeStr(name)
    writer.serializeStr(description ?? '')
  })
}

function writeFailure(writer: Serializer, [, address, module, offset]: RegExpExecArray): void {
  writer.serializeU32AsUleb128(StatusVariant.executionFailure)
  writeLocation(writer, address, module)
  writer.serializeU16(0)
  writer.serializeU16(Math.min(Number(offset), 0xffff))
}

function writeLocation(writer: Serializer, address = '0x0', module = ''): void {
  writer.serializeU32AsUleb128(InModule)
  writer.serializeFixedBytes(bytes32(parseAddress(address)))
  writer.serializeStr(module)
}
