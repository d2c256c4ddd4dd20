import { aptos } from '@aptos-labs/aptos-protos'
import type { RecordedTransaction } from '../log/block-record.ts'
import { type BlockStart, epochOf, PROPOSER, writeBlockStart, writeEpochStart } from './block-state.ts'
import { type EmittedEvent, isModuleEvent } from './emitted-event.ts'
import type { HandleEventPlace } from './event-index.ts'
import type { Execution } from './execute-transaction.ts'
import { writeGenesis } from './genesis.ts'
import type { Waiting } from './mempool.ts'
import type { ModuleRegistry } from './module-registry.ts'
import { Overlay } from './overlay.ts'
import { protoRequest } from './proto-request.ts'
import { protoEvent, protoInfo, protoTimestamp } from './proto-transaction.ts'
import { bytes32, sha3 } from './sha3.ts'
import type { ParsedTransaction } from './signed-transaction.ts'
import type { StateReader } from './state.ts'
import { EXECUTED } from './vm-status.ts'
import { writeSetOf } from './write-set.ts'

type Transaction = aptos.transaction.v1.Transaction
type Change = aptos.transaction.v1.WriteSetChange
const v1 = aptos.transaction.v1
const Kind = v1.Transaction_TransactionType

/** Where a block begins. */
export interface BlockFrame {
  readonly height: bigint
  readonly epoch: bigint
  readonly timestampMicros: bigint
  readonly firstVersion: bigint
  /** Accumulator root of the last transaction before it. */
  readonly accumulator: Uint8Array
}

interface Done {
  readonly kind: aptos.transaction.v1.Transaction_TransactionType
  readonly hash: Uint8Array
  readonly events: readonly EmittedEvent[]
  readonly changes: Change[]
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
    this.#add({ kind: Kind.TRANSACTION_TYPE_GENESIS, hash, events: [], changes }, { genesis: { payload, events: [] } })
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
    const events = emitted.map(protoEvent)
    const blockMetadata = {
      id,
      round: height,
      events,
      previousBlockVotesBitvec: Uint8Array.of(0x80),
      proposer: PROPOSER,
      failedProposerIndices: [],
    }
    const hash = sha3('OPAL_LOCALNET::BlockMetadata', id)
    this.#add({ kind: Kind.TRANSACTION_TYPE_BLOCK_METADATA, hash, events: emitted, changes }, { blockMetadata })
    this.#epoch = epochOf(this.overlay)
  }

  addUser({ transaction, pending: { request } }: Waiting, execution: Execution): void {
    const events = execution.events.map(protoEvent)
    const { gasUsed, success, vmStatus, changes } = execution
    const done = {
      hash: transaction.hash,
      events: execution.events,
      changes,
      gasUsed,
      success,
      vmStatus,
    }
    this.#add({ kind: Kind.TRANSACTION_TYPE_USER, ...done }, { user: { request, events } }, transaction)
  }

  addCheckpoint(): void {
    const hash = sha3('OPAL_LOCALNET::StateCheckpoint', this.#accumulator)
    this.#add({ kind: Kind.TRANSACTION_TYPE_STATE_CHECKPOINT, hash, events: [], changes: [] }, { stateCheckpoint: {} })
  }

  /** A transaction as it would stand in this block, without adding it. */
  preview(transaction: ParsedTransaction, execution: Execution, modules: ModuleRegistry): Transaction {
    const request = protoRequest(transaction, modules.resolve(transaction.call.functionId))
    const events = execution.events.map(protoEvent)
    const done = {
      kind: Kind.TRANSACTION_TYPE_USER,
      hash: transaction.hash,
      ...execution,
    }
    return this.#transaction(done, { user: { request, events } })
  }

  #add(done: Done, body: Partial<Transaction>, user: ParsedTransaction | null = null): void {
    const transaction = this.#transaction(done, body)
    this.#accumulator = transaction.info?.accumulatorRootHash as Uint8Array
    const version = Number(transaction.version)
    for (const { account, creationNumber } of done.events.filter((event) => !isModuleEvent(event))) {
      this.handleEvents.push({ version, account, creationNumber })
    }
    this.recorded.push({
      hash: done.hash,
      sender: user === null ? null : bytes32(user.sender),
      countsForSender: user !== null && user.replayNonce === null,
      bytes: v1.Transaction.encode(transaction).finish(),
    })
  }

  #transaction(done: Done, body: Partial<Transaction>): Transaction {
    const events = body.user?.events ?? body.blockMetadata?.events ?? []
    return {
      timestamp: protoTimestamp(this.frame.timestampMicros),
      version: this.frame.firstVersion + BigInt(this.recorded.length),
      info: protoInfo({
        hash: done.hash,
        events,
        changes: done.changes,
        gasUsed: done.gasUsed ?? 0n,
        success: done.success ?? true,
        vmStatus: done.vmStatus ?? EXECUTED,
        accumulator: this.#accumulator,
        isCheckpoint: done.kind === Kind.TRANSACTION_TYPE_STATE_CHECKPOINT,
      }),
      epoch: this.#epoch,
      blockHeight: this.frame.height,
      type: done.kind,
      ...body,
    }
  }
}
