import type { Address } from '@opal/domain/address'
import { toSeconds } from '@opal/domain/time'
import type { ChainLog } from '../log/chain-log.ts'
import { BlockBuilder, type BlockFrame } from './blocks/block-builder.ts'
import { CommittedChain } from './blocks/committed-chain.ts'
import { CHAIN_ID, FRAMEWORK } from './blocks/genesis.ts'
import type { ChainClock, TimeShift } from './clock.ts'
import { protoRequest } from './encoding/proto-request.ts'
import { ForeignChainError, InvalidTransactionBytes, SimulationRefused, SubmitRejection } from './errors.ts'
import { executeTransaction } from './execution/execute-transaction.ts'
import type { ModuleRegistry } from './execution/module-registry.ts'
import { prologueFault } from './execution/prologue.ts'
import { simulateTransaction } from './execution/simulate-transaction.ts'
import type { CommittedTransaction, Ledger, PendingTransaction, SimulationOverrides } from './ledger.ts'
import { Mempool, NonceHistory, type Waiting } from './mempool/mempool.ts'
import { type ChainSnapshot, emptySnapshot } from './snapshot/chain-snapshot.ts'
import type { SnapshotKeeper } from './snapshot/snapshot-keeper.ts'
import { sequenceNumberOf } from './state/accounts.ts'
import { stateHash } from './state/state.ts'
import {
  isValidlySigned,
  type SignatureVerdict,
  verifySignatures,
  verifySignaturesAsync,
} from './transactions/authenticate.ts'
import { type ParsedTransaction, parseSignedTransaction, rejection } from './transactions/signed-transaction.ts'

/** Blocks stay small enough to be read back whole; what does not fit goes into the next one. */
const MAX_BLOCK_TRANSACTIONS = 250

/** Dependencies of a {@link LocalLedger}. */
export interface LedgerParts {
  readonly chainId: number
  readonly clock: ChainClock
  readonly modules: ModuleRegistry
  readonly log: ChainLog
  /** A snapshot to start from; without one the log is read from its start. */
  readonly start?: ChainSnapshot
  /** Writes snapshots down, so that the next start is short. */
  readonly snapshots?: SnapshotKeeper
  /** Stores how far the clock was moved. */
  readonly timeShift?: TimeShift
}

/** The chain in one process: checks, orders, executes, keeps and answers. */
export class LocalLedger extends CommittedChain implements Ledger {
  readonly #parts: LedgerParts
  #mempool = new Mempool()
  #nonces = new NonceHistory()
  readonly #queuedListeners = new Set<() => void>()
  #forcedFailure: string | null = null
  /** Offset of the clock, for rehearsals. */
  #aheadMicros = 0n

  constructor(parts: LedgerParts) {
    super(parts.log, parts.modules, parts.start ?? emptySnapshot(parts.chainId))
    this.#parts = parts
    this.#aheadMicros = parts.timeShift?.aheadMicros ?? 0n
    if (parts.log.versions === 0) this.#writeGenesis()
    const storedId = this.resource(FRAMEWORK, CHAIN_ID)?.id
    if (storedId !== parts.chainId) throw new ForeignChainError(parts.chainId, Number(storedId))
  }

  submit(signedBytes: Uint8Array): PendingTransaction {
    const transaction = parseSignedTransaction(signedBytes)
    return this.#queue(transaction, () => verifySignatures(transaction))
  }

  async submitAll(signedBytes: readonly Uint8Array[]): Promise<readonly (PendingTransaction | Error)[]> {
    const checked = await Promise.all(signedBytes.map(checkedTransaction))
    return checked.map((one) => {
      if (one instanceof Error) return one
      try {
        return this.#queue(one.transaction, () => one.verdict)
      } catch (error) {
        if (error instanceof SubmitRejection) return error
        throw error
      }
    })
  }

  /** @throws SubmitRejection */
  #queue(transaction: ParsedTransaction, verdict: () => SignatureVerdict): PendingTransaction {
    const known = this.#mempool.get(transaction.hashText)
    if (known !== undefined) return known.pending
    if (verdict() !== 'valid') throw rejection('INVALID_SIGNATURE')
    const fault = this.#fault(transaction, true)
    if (fault !== null) throw rejection(fault)
    const { modules } = this.#parts
    const pending = {
      hash: transaction.hashText,
      signedBytes: transaction.bytes,
      get request() {
        return protoRequest(transaction, modules)
      },
    }
    this.#mempool.add({ pending, transaction })
    for (const listener of this.#queuedListeners) listener()
    return pending
  }

  simulate(signedBytes: Uint8Array, overrides: SimulationOverrides = {}): CommittedTransaction {
    const parsed = parseSignedTransaction(signedBytes)
    if (isValidlySigned(parsed)) throw new SimulationRefused()
    const transaction = { ...parsed, ...overrides }
    const builder = new BlockBuilder(this.state, this.#nextFrame())
    return simulateTransaction(transaction, builder, this.#parts.modules, this.#fault(transaction, false, true))
  }

  commitBlock(): void {
    while (this.#mempool.size > 0 && this.#commitOne() === MAX_BLOCK_TRANSACTIONS);
  }

  transactionByHash(hash: string): CommittedTransaction | PendingTransaction | null {
    const version = this.versionOf(hash)
    if (version === null) return this.#mempool.get(hash)?.pending ?? null
    return this.transactionByVersion(version)
  }

  async waitForTransaction(hash: string, timeoutMs: number): Promise<CommittedTransaction | PendingTransaction | null> {
    if (this.versionOf(hash) !== null) return this.transactionByHash(hash)
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = this.onCommitted(() => {
      if (this.versionOf(hash) !== null) resolve()
    })
    const timer = setTimeout(resolve, timeoutMs)
    await promise
    clearTimeout(timer)
    stop()
    return this.transactionByHash(hash)
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.snapshots?.close(this)
    await super[Symbol.asyncDispose]()
  }

  onQueued(listener: () => void): () => void {
    this.#queuedListeners.add(listener)
    return () => this.#queuedListeners.delete(listener)
  }

  failNext(vmStatus: string): void {
    this.#forcedFailure = vmStatus
  }

  advanceTime(micros: bigint): void {
    this.#aheadMicros += micros
    this.#parts.timeShift?.save(this.#aheadMicros)
  }

  override returnTo(version: bigint): boolean {
    if (!super.returnTo(version)) return false
    this.#mempool = new Mempool()
    this.#nonces = new NonceHistory()
    return true
  }

  stateHash(): string {
    return stateHash(this.state)
  }

  /** @returns how many transactions were tried. */
  #commitOne(): number {
    const builder = new BlockBuilder(this.state, this.#nextFrame())
    builder.addBlockMetadata()
    const turnOf = (sender: Address): bigint => sequenceNumberOf(builder.overlay, sender) ?? 0n
    const committed: Waiting[] = []
    const tryOne = (waiting: Waiting): void => {
      if (this.#run(waiting, builder)) committed.push(waiting)
    }
    const tried = this.#mempool.drain(turnOf, this.#nowSeconds(), tryOne, MAX_BLOCK_TRANSACTIONS)
    if (committed.length > 0) this.#commitOrRequeue(builder, committed)
    this.#parts.snapshots?.offer(this)
    return tried
  }

  /** @returns whether the transaction was committed; one that no longer passes the prologue is dropped. */
  #run(waiting: Waiting, builder: BlockBuilder): boolean {
    const { transaction } = waiting
    const { modules, chainId } = this.#parts
    const { timestampMicros } = builder.frame
    const environment = {
      state: builder.overlay,
      chainId,
      nowSeconds: toSeconds(timestampMicros),
      mayBeEarly: false,
      isNonceUsed: (one: ParsedTransaction) => this.#nonces.has(one) || this.versionOf(one.hashText) !== null,
    }
    if (prologueFault(transaction, environment) !== null) return false
    const forcedFailure = this.#forcedFailure
    this.#forcedFailure = null
    const execution = executeTransaction(transaction, builder.overlay, {
      nowMicros: timestampMicros,
      modules,
      forcedFailure,
    })
    builder.addUser(transaction, execution, modules)
    this.#nonces.add(transaction)
    return true
  }

  #commitOrRequeue(builder: BlockBuilder, taken: readonly Waiting[]): void {
    try {
      builder.addCheckpoint()
      this.commit(builder)
    } catch (error) {
      for (const waiting of taken) {
        this.#nonces.remove(waiting.transaction)
        this.#mempool.add(waiting)
      }
      throw error
    }
  }

  /** Genesis, at time 0 and a block of its own, then an empty block from which on the chain has a time. */
  #writeGenesis(): void {
    const { accumulator } = this
    const genesis = { height: 0n, epoch: 1n, timestampMicros: 0n, firstVersion: 0n, accumulator }
    const builder = new BlockBuilder(this.state, genesis)
    builder.addGenesis(this.#parts.modules, this.#parts.chainId)
    this.commit(builder)
    const first = new BlockBuilder(this.state, this.#nextFrame())
    first.addBlockMetadata()
    first.addCheckpoint()
    this.commit(first)
  }

  #nextFrame(): BlockFrame {
    const { blockHeight, epoch, version, timestampMicros } = this.head
    const now = this.#parts.clock.nowMicros() + this.#aheadMicros
    return {
      height: blockHeight + 1n,
      epoch,
      timestampMicros: now > timestampMicros ? now : timestampMicros + 1n,
      firstVersion: version + 1n,
      accumulator: this.accumulator,
    }
  }

  #nowSeconds(): bigint {
    return toSeconds(this.#nextFrame().timestampMicros)
  }

  #fault(transaction: ParsedTransaction, mayBeEarly: boolean, isSimulation = false): ReturnType<typeof prologueFault> {
    return prologueFault(transaction, {
      state: this.state,
      chainId: this.#parts.chainId,
      nowSeconds: this.#nowSeconds(),
      mayBeEarly,
      isSimulation,
      isNonceUsed: (one) =>
        this.#nonces.has(one) ||
        this.versionOf(one.hashText) !== null ||
        (mayBeEarly && one.replayNonce !== null && this.#mempool.hasNonce(one.sender, one.replayNonce)),
    })
  }
}

interface CheckedTransaction {
  readonly transaction: ParsedTransaction
  readonly verdict: SignatureVerdict
}

/** Reads a transaction and checks its signatures. @returns the error for bytes that are no transaction of ours. */
async function checkedTransaction(signedBytes: Uint8Array): Promise<CheckedTransaction | Error> {
  try {
    const transaction = parseSignedTransaction(signedBytes)
    return { transaction, verdict: await verifySignaturesAsync(transaction) }
  } catch (error) {
    if (error instanceof SubmitRejection || error instanceof InvalidTransactionBytes) return error
    throw error
  }
}
