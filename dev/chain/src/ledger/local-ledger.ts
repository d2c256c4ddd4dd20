import { aptos } from '@aptos-labs/aptos-protos'
import type { Address } from '@opal/domain/address'
import type { MoveModule, MoveOutput, MoveResource } from '@opal/marketplaces/move-module'
import type { BlockRecord } from '../log/block-record.ts'
import type { BlockPlace, ChainLog } from '../log/chain-log.ts'
import { authenticationKeyOf, sequenceNumberOf } from './accounts.ts'
import { verifySignatures } from './authenticate.ts'
import { BlockBuilder, type BlockFrame } from './block-builder.ts'
import type { ChainClock } from './clock.ts'
import { SimulationRefused } from './errors.ts'
import { EventIndex, eventsInVersions, type HandleEvent, handleEventsOf } from './event-index.ts'
import { executeTransaction } from './execute-transaction.ts'
import type {
  CommittedTransaction,
  Ledger,
  LedgerHead,
  PendingTransaction,
  SimulationOverrides,
  ViewResult,
} from './ledger.ts'
import { Mempool, type Waiting } from './mempool.ts'
import type { ModuleRegistry } from './module-registry.ts'
import { NonceHistory } from './nonce-history.ts'
import { prologueFault } from './prologue.ts'
import { protoRequest } from './proto-request.ts'
import { PLACEHOLDER_HASH } from './proto-transaction.ts'
import { applyWriteSet } from './restore-state.ts'
import { type ParsedTransaction, parseSignedTransaction, rejection } from './signed-transaction.ts'
import { simulateTransaction } from './simulate-transaction.ts'
import { State } from './state.ts'
import { TransactionIndex } from './transaction-index.ts'
import { runView } from './view.ts'

const { Transaction } = aptos.transaction.v1
/** Transactions handed out at once by {@link LocalLedger.stream}. */
const STREAM_CHUNK = 500

/** What a {@link LocalLedger} is made of. */
export interface LedgerParts {
  readonly chainId: number
  readonly clock: ChainClock
  readonly modules: ModuleRegistry
  readonly log: ChainLog
}

/** The chain in one process: checks, orders, executes, keeps and answers. */
export class LocalLedger implements Ledger {
  readonly #parts: LedgerParts
  readonly #state = new State()
  readonly #mempool = new Mempool()
  readonly #index = new TransactionIndex()
  readonly #events = new EventIndex()
  readonly #nonces = new NonceHistory()
  readonly #queuedListeners = new Set<() => void>()
  readonly #committedListeners = new Set<() => void>()
  #accumulator: Uint8Array = PLACEHOLDER_HASH
  #head: LedgerHead
  #forcedFailure: string | null = null
  /** How far the clock was moved ahead, for rehearsals. */
  #aheadMicros = 0n

  constructor(parts: LedgerParts) {
    this.#parts = parts
    this.#head = emptyHead(parts.chainId)
    for (const block of parts.log.replay()) this.#restore(block)
    if (parts.log.versions === 0) this.#writeGenesis()
  }

  get head(): LedgerHead {
    return this.#head
  }

  submit(signedBytes: Uint8Array): PendingTransaction {
    const transaction = parseSignedTransaction(signedBytes)
    const known = this.#mempool.get(transaction.hashText)
    if (known !== undefined) return known.pending
    if (verifySignatures(transaction) !== 'valid') throw rejection('INVALID_SIGNATURE')
    const fault = this.#fault(transaction, true)
    if (fault !== null) throw rejection(fault)
    const request = protoRequest(transaction, this.#parts.modules.resolve(transaction.call.functionId))
    const pending = { hash: transaction.hashText, signedBytes, request }
    this.#mempool.add({ pending, transaction })
    for (const listener of this.#queuedListeners) listener()
    return pending
  }

  simulate(signedBytes: Uint8Array, overrides: SimulationOverrides = {}): CommittedTransaction {
    const parsed = parseSignedTransaction(signedBytes)
    if (verifySignatures(parsed) === 'valid') throw new SimulationRefused()
    const transaction = { ...parsed, ...overrides }
    const builder = new BlockBuilder(this.#state, this.#nextFrame())
    return simulateTransaction(transaction, builder, this.#parts.modules, this.#fault(transaction, false))
  }

  commitBlock(): void {
    if (this.#mempool.size === 0) return
    const builder = new BlockBuilder(this.#state, this.#nextFrame())
    builder.addBlockMetadata()
    const turnOf = (sender: Address): bigint => sequenceNumberOf(builder.overlay, sender) ?? 0n
    const taken: Waiting[] = []
    this.#mempool.drain(turnOf, this.#nowSeconds(), (waiting) => {
      if (this.#run(waiting, builder)) taken.push(waiting)
    })
    if (taken.length > 0) this.#commitOrRequeue(builder, taken)
  }

  transactionByVersion(version: bigint): CommittedTransaction | null {
    const bytes = this.#parts.log.transaction(Number(version))
    return bytes === null ? null : Transaction.decode(bytes)
  }

  transactionByHash(hash: string): CommittedTransaction | PendingTransaction | null {
    const version = this.#index.versionOf(hash)
    if (version === null) return this.#mempool.get(hash)?.pending ?? null
    return this.transactionByVersion(BigInt(version))
  }

  async waitForTransaction(hash: string, timeoutMs: number): Promise<CommittedTransaction | PendingTransaction | null> {
    if (this.#index.versionOf(hash) !== null) return this.transactionByHash(hash)
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = this.onCommitted(() => {
      if (this.#index.versionOf(hash) !== null) resolve()
    })
    const timer = setTimeout(resolve, timeoutMs)
    await promise
    clearTimeout(timer)
    stop()
    return this.transactionByHash(hash)
  }

  transactionsOfAccount(account: Address, start: bigint, limit: number): readonly CommittedTransaction[] {
    const versions = this.#index.versionsOf(account, Number(start), limit)
    return versions.map((version) => this.transactionByVersion(BigInt(version)) as CommittedTransaction)
  }

  blockOf(version: bigint): BlockPlace | null {
    return this.#parts.log.blockOf(version)
  }

  blockByHeight(height: bigint): BlockPlace | null {
    return this.#parts.log.blockByHeight(height)
  }

  accountSequenceNumber(account: Address): bigint | null {
    return sequenceNumberOf(this.#state, account)
  }

  authenticationKey(account: Address): string | null {
    return sequenceNumberOf(this.#state, account) === null ? null : authenticationKeyOf(this.#state, account)
  }

  resources(address: Address): ReadonlyMap<string, MoveResource> {
    return this.#state.resources(address)
  }

  resource(address: Address, type: string): MoveResource | null {
    return this.#state.get(address, type)
  }

  tableItem(handle: string, key: string): MoveOutput | null {
    const item = this.#state.tableItem(handle, key)
    return item === null ? null : (JSON.parse(item.value) as MoveOutput)
  }

  modules(address: Address): readonly MoveModule[] {
    return this.#parts.modules.at(address)
  }

  module(address: Address, name: string): MoveModule | null {
    return this.#parts.modules.module(address, name)
  }

  view(functionId: string, typeArguments: readonly string[], args: readonly unknown[]): ViewResult {
    const environment = { modules: this.#parts.modules, state: this.#state, nowMicros: this.#head.timestampMicros }
    return runView(environment, functionId, typeArguments, args)
  }

  async *stream(fromVersion: bigint, signal: AbortSignal): AsyncIterable<readonly Uint8Array[]> {
    let next = Number(fromVersion)
    while (!signal.aborted) {
      const chunk = this.#parts.log.chunk(next, STREAM_CHUNK)
      next += chunk.length
      if (chunk.length > 0) yield chunk
      else await this.#nextCommit(signal)
    }
  }

  onQueued(listener: () => void): () => void {
    this.#queuedListeners.add(listener)
    return () => this.#queuedListeners.delete(listener)
  }

  onCommitted(listener: () => void): () => void {
    this.#committedListeners.add(listener)
    return () => this.#committedListeners.delete(listener)
  }

  failNext(vmStatus: string): void {
    this.#forcedFailure = vmStatus
  }

  advanceTime(micros: bigint): void {
    this.#aheadMicros += micros
  }

  eventsOf(account: Address, creationNumber: bigint, start: bigint, limit: number): readonly HandleEvent[] {
    const versions = this.#events.versionsOf(account, creationNumber, Number(start), limit)
    return eventsInVersions(versions, account, creationNumber, start, (version) =>
      this.transactionByVersion(BigInt(version)),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#parts.log[Symbol.dispose]()
  }

  /** @returns whether the transaction was kept; one that no longer passes the prologue is dropped. */
  #run(waiting: Waiting, builder: BlockBuilder): boolean {
    const { transaction } = waiting
    const { modules, chainId } = this.#parts
    const { timestampMicros } = builder.frame
    const environment = {
      state: builder.overlay,
      chainId,
      nowSeconds: timestampMicros / 1_000_000n,
      mayBeEarly: false,
      isNonceUsed: (one: ParsedTransaction) => this.#nonces.has(one),
    }
    if (prologueFault(transaction, environment) !== null) return false
    const forcedFailure = this.#forcedFailure
    this.#forcedFailure = null
    const execution = executeTransaction(transaction, builder.overlay, {
      nowMicros: timestampMicros,
      modules,
      forcedFailure,
    })
    builder.addUser(waiting, execution)
    this.#nonces.add(transaction)
    return true
  }

  #commitOrRequeue(builder: BlockBuilder, taken: readonly Waiting[]): void {
    try {
      this.#commit(builder)
    } catch (error) {
      for (const waiting of taken) {
        this.#nonces.remove(waiting.transaction)
        this.#mempool.add(waiting)
      }
      throw error
    }
  }

  #commit(builder: BlockBuilder): void {
    builder.addCheckpoint()
    const { height, timestampMicros, firstVersion } = builder.frame
    const block = { height, epoch: builder.epoch, timestampMicros, firstVersion, transactions: builder.recorded }
    this.#parts.log.append(block)
    builder.overlay.mergeInto(this.#state)
    this.#accumulator = builder.accumulator
    for (const emitted of builder.handleEvents) this.#events.add(emitted)
    this.#advanceTo(block)
    for (const listener of this.#committedListeners) listener()
  }

  #advanceTo(block: BlockRecord): void {
    this.#index.add(block)
    const version = block.firstVersion + BigInt(block.transactions.length) - 1n
    const { epoch, timestampMicros, height } = block
    this.#head = { ...this.#head, epoch, version, blockHeight: height, timestampMicros }
  }

  #restore(block: BlockRecord): void {
    for (const { bytes } of block.transactions) {
      const transaction = Transaction.decode(bytes)
      applyWriteSet(this.#state, transaction)
      for (const emitted of handleEventsOf(transaction)) this.#events.add(emitted)
      this.#accumulator = transaction.info?.accumulatorRootHash ?? this.#accumulator
    }
    this.#advanceTo(block)
  }

  #writeGenesis(): void {
    const timestampMicros = this.#parts.clock.nowMicros()
    const accumulator = this.#accumulator
    const builder = new BlockBuilder(this.#state, {
      height: 0n,
      epoch: 1n,
      timestampMicros,
      firstVersion: 0n,
      accumulator,
    })
    builder.addGenesis(this.#parts.modules, this.#parts.chainId)
    this.#commit(builder)
  }

  #nextFrame(): BlockFrame {
    const { blockHeight, epoch, version, timestampMicros } = this.#head
    const now = this.#parts.clock.nowMicros() + this.#aheadMicros
    return {
      height: blockHeight + 1n,
      epoch,
      timestampMicros: now > timestampMicros ? now : timestampMicros + 1n,
      firstVersion: version + 1n,
      accumulator: this.#accumulator,
    }
  }

  #nowSeconds(): bigint {
    return this.#nextFrame().timestampMicros / 1_000_000n
  }

  #fault(transaction: ParsedTransaction, mayBeEarly: boolean): ReturnType<typeof prologueFault> {
    return prologueFault(transaction, {
      state: this.#state,
      chainId: this.#parts.chainId,
      nowSeconds: this.#nowSeconds(),
      mayBeEarly,
      isNonceUsed: (one) =>
        this.#nonces.has(one) ||
        (mayBeEarly && one.replayNonce !== null && this.#mempool.hasNonce(one.sender, one.replayNonce)),
    })
  }

  async #nextCommit(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = this.onCommitted(resolve)
    const onAbort = (): void => resolve()
    signal.addEventListener('abort', onAbort, { once: true })
    await promise
    signal.removeEventListener('abort', onAbort)
    stop()
  }
}

function emptyHead(chainId: number): LedgerHead {
  const none = {
    epoch: 0n,
    version: -1n,
    oldestVersion: 0n,
    blockHeight: -1n,
    oldestBlockHeight: 0n,
    timestampMicros: 0n,
  }
  return { chainId, ...none }
}
