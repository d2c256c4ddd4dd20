import { aptos } from '@aptos-labs/aptos-protos'
import type { RecordedTransaction } from '../../log/block-record.ts'
import { bytes32, sha3 } from '../crypto/sha3.ts'
import type { EncodedChange } from '../encoding/encode-change.ts'
import { type EncodedTransaction, encodeTransaction, type TransactionBody } from '../encoding/encode-transaction.ts'
import { encodeRequest } from '../encoding/proto-request.ts'
import { ProtoWriter } from '../encoding/proto-writer.ts'
import { type EmittedEvent, encodeEvent, isModuleEvent } from '../events/emitted-event.ts'
import type { HandleEventPlace } from '../events/event-index.ts'
import type { Execution } from '../execution/execute-transaction.ts'
import type { ModuleRegistry } from '../execution/module-registry.ts'
import { EXECUTED } from '../execution/vm-status.ts'
import { Overlay } from '../state/overlay.ts'
import type { StateReader } from '../state/state.ts'
import { writeSetOf } from '../state/write-set.ts'
import type { ParsedTransaction } from '../transactions/signed-transaction.ts'
import { type BlockStart, epochOf, PROPOSER, writeBlockStart, writeEpochStart } from './block-state.ts'
import { writeGenesis } from './genesis.ts'

type Transaction = aptos.transaction.v1.Transaction
const v1 = aptos.transaction.v1
const Kind = v1.Transaction_TransactionType
const writer = new ProtoWriter()

/** Transactions after which the state has a hash. */
const CHECKPOINTS: readonly number[] = [Kind.TRANSACTION_TYPE_STATE_CHECKPOINT, Kind.TRANSACTION_TYPE_GENESIS]

/** Start of a block. */
export interface BlockFrame {
  readonly height: bigint
  readonly epoch: bigint
  readonly timestampMicros: bigint
  readonly firstVersion: bigint
  /** Accumulator root of the last transaction before it. */
  readonly accumulator: Uint8Array
}

interface Done {
  readonly hash: Uint8Array
  readonly events: readonly EmittedEvent[]
  readonly changes: readonly EncodedChange[]
  readonly gasUsed?: bigint
  readonly success?: boolean
  readonly vmStatus?: string
}

/** Puts the transactions of one block together, each as the stream delivers it. */
export class BlockBuilder {
  readonly overlay: Overlay
  readonly recorded: RecordedTransaction[] = []
  /** Events on handles, for the index. */
  readonly handleEvents: HandleEventPlace[] = []
  readonly frame: BlockFrame
  #accumulator: Uint8Array
  #epoch: bigint

  constructor(state: StateReader, frame: BlockFrame) {
    this.overlay = new Overlay(state)
    this.frame = frame
    this.#accumulator = frame.accumulator
    this.#epoch = frame.epoch
  }

  get accumulator(): Uint8Array {
    return this.#accumulator
  }

  get epoch(): bigint {
    return this.#epoch
  }

  /** The chain's first transaction. */
  addGenesis(modules: ModuleRegistry, chainId: number): void {
    const overlay = new Overlay(this.overlay)
    writeGenesis(overlay, modules, chainId, this.frame.timestampMicros)
    const changes = writeSetOf(overlay)
    overlay.mergeInto(this.overlay)
    const hash = sha3('OPAL_LOCALNET::Genesis', String(chainId))
    const payload = { writeSetType: v1.WriteSet_WriteSetType.WRITE_SET_TYPE_DIRECT_WRITE_SET, directWriteSet: {} }
    const head = v1.GenesisTransaction.encode({ payload, events: [] }).finish()
    this.#add({ hash, events: [], changes }, { type: Kind.TRANSACTION_TYPE_GENESIS, field: 8, head, eventsField: 2 })
  }

  /** The block's metadata: time and height move on, an epoch may begin. */
  addBlockMetadata(): void {
    const { height, timestampMicros } = this.frame
    const id = `0x${sha3('OPAL_LOCALNET::Block', this.#accumulator, height.toString()).toString('hex')}`
    const overlay = new Overlay(this.overlay)
    const start: BlockStart = { height, timestampMicros, id, epoch: this.#epoch }
    const emitted = [...writeBlockStart(overlay, start), ...writeEpochStart(overlay, timestampMicros)]
    const changes = writeSetOf(overlay)
    overlay.mergeInto(this.overlay)
    const hash = sha3('OPAL_LOCALNET::BlockMetadata', id)
    this.#add({ hash, events: emitted, changes }, metadataBody(id, height))
    this.#epoch = epochOf(this.overlay)
  }

  addUser(transaction: ParsedTransaction, execution: Execution, modules: ModuleRegistry): void {
    this.#add({ ...execution, hash: transaction.hash }, userBody(transaction, modules), transaction)
  }

  addCheckpoint(): void {
    const hash = sha3('OPAL_LOCALNET::StateCheckpoint', this.#accumulator)
    const body = { type: Kind.TRANSACTION_TYPE_STATE_CHECKPOINT, field: 9, head: Buffer.alloc(0), eventsField: 0 }
    this.#add({ hash, events: [], changes: [] }, body)
  }

  /** Returns a transaction as it would stand in this block, without adding it. */
  preview(transaction: ParsedTransaction, execution: Execution, modules: ModuleRegistry): Transaction {
    const { bytes } = this.#encode({ ...execution, hash: transaction.hash }, userBody(transaction, modules))
    return v1.Transaction.decode(bytes)
  }

  #add(done: Done, body: TransactionBody, user: ParsedTransaction | null = null): void {
    const version = Number(this.frame.firstVersion) + this.recorded.length
    const { bytes, accumulator } = this.#encode(done, body)
    this.#accumulator = accumulator
    for (const event of done.events) {
      const { account, creationNumber } = event
      if (!isModuleEvent(event)) this.handleEvents.push({ version, account, creationNumber })
    }
    this.recorded.push({
      hash: done.hash,
      sender: user === null ? null : bytes32(user.sender),
      countsForSender: user !== null && user.replayNonce === null,
      bytes,
      signed: user?.bytes ?? null,
    })
  }

  #encode(done: Done, body: TransactionBody): EncodedTransaction {
    const { timestampMicros, height, firstVersion } = this.frame
    return encodeTransaction({
      version: firstVersion + BigInt(this.recorded.length),
      timestampMicros,
      epoch: this.#epoch,
      blockHeight: height,
      body,
      hash: done.hash,
      events: done.events.map(encodeEvent),
      changes: done.changes,
      gasUsed: done.gasUsed ?? 0n,
      success: done.success ?? true,
      vmStatus: done.vmStatus ?? EXECUTED,
      isCheckpoint: CHECKPOINTS.includes(body.type),
      accumulator: this.#accumulator,
    })
  }
}

function userBody(transaction: ParsedTransaction, modules: ModuleRegistry): TransactionBody {
  writer.bytes(1, encodeRequest(transaction, modules))
  return { type: Kind.TRANSACTION_TYPE_USER, field: 10, head: writer.take(), eventsField: 2 }
}

function metadataBody(id: string, round: bigint): TransactionBody {
  const head = v1.BlockMetadataTransaction.encode({ id, round }).finish()
  const proposed = { previousBlockVotesBitvec: Uint8Array.of(0x80), proposer: PROPOSER, failedProposerIndices: [] }
  const tail = v1.BlockMetadataTransaction.encode(proposed).finish()
  return { type: Kind.TRANSACTION_TYPE_BLOCK_METADATA, field: 7, head, eventsField: 3, tail }
}
