import { aptos } from '@aptos-labs/aptos-protos'
import type { Address } from '@opal/domain/address'
import type { BlockRecord } from '../../log/block-record.ts'
import type { BlockPlace, ChainLog } from '../../log/chain-log.ts'
import type { MoveModule, MoveOutput, MoveResource } from '../../modules/move-module.ts'
import { ChainReturnedError } from '../errors.ts'
import { type EventIndex, eventsInVersions, type HandleEvent, handleEventsOf } from '../events/event-index.ts'
import type { ModuleRegistry } from '../execution/module-registry.ts'
import type { CommittedTransaction, LedgerHead, ViewResult } from '../ledger.ts'
import type { ChainSnapshot, FrozenChain } from '../snapshot/chain-snapshot.ts'
import { FrozenState } from '../state/frozen-state.ts'
import { PastState } from '../state/past-state.ts'
import { applyWriteSet } from '../state/restore-state.ts'
import type { State } from '../state/state.ts'
import type { StateHistory } from '../state/state-history.ts'
import { StateView } from '../state/state-view.ts'
import type { BlockBuilder } from './block-builder.ts'
import type { TransactionIndex } from './transaction-index.ts'

const { Transaction } = aptos.transaction.v1
/** Number of transactions that one step yields of {@link CommittedChain.stream}. */
const STREAM_CHUNK = 500

interface Checkpoint extends Pick<ChainSnapshot, 'head' | 'accumulator' | 'state'> {}

/** The committed chain: its log, the resulting state, and the indexes over both. */
export class CommittedChain {
  readonly #log: ChainLog
  readonly #modules: ModuleRegistry
  readonly #index: TransactionIndex
  readonly #events: EventIndex
  readonly #history: StateHistory
  readonly #listeners = new Set<() => void>()
  /** Moments to return to, by version. */
  readonly #marks = new Map<bigint, Checkpoint>()
  /** Grows with every return, which ends what reads the log. */
  #returns = 0
  #state: State
  #accumulator: Uint8Array
  #head: LedgerHead

  /** Resumes from a snapshot, which becomes its own, and reads the rest of the log to its end. */
  constructor(log: ChainLog, modules: ModuleRegistry, start: ChainSnapshot) {
    this.#log = log
    this.#modules = modules
    this.#state = start.state
    this.#index = start.transactions
    this.#events = start.events
    this.#history = start.history
    this.#state.watchedBy(this.#history)
    this.#accumulator = start.accumulator
    this.#head = start.head
    log.restore(start.places)
    for (const block of log.replay()) this.#restore(block)
  }

  /** Returns the newest state. */
  get state(): State {
    return this.#state
  }

  /** Returns the chain as it is now, for a snapshot. Blocks may be committed while it is read; dispose it afterwards. */
  freeze(): FrozenChain {
    const state = new FrozenState(this.#state)
    const { oldestVersion, blocks } = this.#history
    return {
      part: { records: this.#log.places.length, chain: this.#log.chain },
      head: this.#head,
      accumulator: this.#accumulator,
      places: [...this.#log.places],
      state,
      history: { oldestVersion, blocks: [...blocks] },
      transactions: this.#index,
      events: this.#events,
      [Symbol.dispose]: () => state[Symbol.dispose](),
    }
  }

  get head(): LedgerHead {
    return this.#head
  }

  /** Accumulator root of the last transaction. */
  get accumulator(): Uint8Array {
    return this.#accumulator
  }

  /** Keeps a block for good, or throws and keeps nothing of it. */
  commit(builder: BlockBuilder): void {
    const { height, timestampMicros, firstVersion } = builder.frame
    const block = { height, epoch: builder.epoch, timestampMicros, firstVersion, transactions: builder.recorded }
    this.#log.append(block)
    this.#history.begin(height, lastVersionOf(block))
    builder.overlay.mergeInto(this.#state)
    this.#accumulator = builder.accumulator
    for (const emitted of builder.handleEvents) this.#events.add(emitted)
    this.#advanceTo(block)
    for (const listener of this.#listeners) listener()
  }

  /** Returns the version of a committed transaction. */
  versionOf(hash: string): bigint | null {
    const version = this.#index.versionOf(hash)
    return version === null ? null : BigInt(version)
  }

  transactionByVersion(version: bigint): CommittedTransaction | null {
    const bytes = this.#log.transaction(Number(version))
    return bytes === null ? null : Transaction.decode(bytes)
  }

  signedBytes(version: bigint): Uint8Array | null {
    return this.#log.signed(Number(version))
  }

  /** Returns versions of everything an account sent, with or without sequence numbers, ascending. */
  versionsSentBy(account: Address): readonly number[] {
    return this.#index.allVersionsOf(account)
  }

  transactionsOfAccount(account: Address, start: bigint, limit: number): readonly CommittedTransaction[] {
    const versions = this.#index.versionsOf(account, Number(start), limit)
    return versions.map((version) => this.transactionByVersion(BigInt(version)) as CommittedTransaction)
  }

  blockOf(version: bigint): BlockPlace | null {
    return this.#log.blockOf(version)
  }

  blockByHeight(height: bigint): BlockPlace | null {
    return this.#log.blockByHeight(height)
  }

  /**
   * Returns the newest state, or an earlier one that is still stored.
   * @returns null when it is not, or not yet there.
   */
  at(version: bigint): StateView | null {
    const { version: newest, timestampMicros } = this.#head
    if (version === newest) return new StateView(this.#state, this.#modules, version, timestampMicros)
    const block = version > newest || version < this.#history.oldestVersion ? null : this.#log.blockOf(version)
    if (block === null) return null
    return new StateView(this.#pastState(block, version), this.#modules, version, block.timestampMicros)
  }

  /** Returns the oldest version that {@link at} can answer for. */
  get oldestStateVersion(): bigint {
    return this.#history.oldestVersion
  }

  accountSequenceNumber(account: Address): bigint | null {
    return this.#now.accountSequenceNumber(account)
  }

  authenticationKey(account: Address): string | null {
    return this.#now.authenticationKey(account)
  }

  resources(address: Address): ReadonlyMap<string, MoveResource> {
    return this.#state.resources(address)
  }

  resource(address: Address, type: string): MoveResource | null {
    return this.#state.get(address, type)
  }

  tableItem(handle: string, key: string): MoveOutput | null {
    return this.#now.tableItem(handle, key)?.value ?? null
  }

  modules(address: Address): readonly MoveModule[] {
    return this.#modules.at(address)
  }

  module(address: Address, name: string): MoveModule | null {
    return this.#modules.module(address, name)
  }

  view(functionId: string, typeArguments: readonly string[], args: readonly unknown[]): ViewResult {
    return this.#now.view(functionId, typeArguments, args)
  }

  async *stream(fromVersion: bigint, signal: AbortSignal): AsyncIterable<readonly Uint8Array[]> {
    let next = Number(fromVersion)
    const returns = this.#returns
    while (!signal.aborted) {
      if (this.#returns !== returns) throw new ChainReturnedError()
      const chunk = this.#log.chunk(next, STREAM_CHUNK)
      next += chunk.length
      if (chunk.length > 0) yield chunk
      else await this.#nextCommit(signal)
    }
  }

  /** Marks the current version: copies the state in memory. @returns the version to {@link returnTo}. */
  mark(): bigint {
    const { head, accumulator } = this
    this.#marks.set(head.version, { head, accumulator, state: this.#state.copy() })
    return head.version
  }

  /** Deletes for good what was committed after a mark. @returns whether it was marked. */
  returnTo(version: bigint): boolean {
    const mark = this.#marks.get(version)
    if (mark === undefined) return false
    this.#log.truncate(Number(mark.head.blockHeight) + 1)
    this.#index.truncate(Number(version) + 1)
    this.#events.handles.truncate(Number(version) + 1)
    this.#state = mark.state.copy()
    this.#state.watchedBy(this.#history)
    this.#history.returnTo(mark.head.blockHeight, version)
    this.#accumulator = mark.accumulator
    this.#head = mark.head
    for (const later of this.#marks.keys()) if (later > version) this.#marks.delete(later)
    this.#returns += 1
    for (const listener of this.#listeners) listener()
    return true
  }

  onCommitted(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  eventsOf(account: Address, creationNumber: bigint, start: bigint, limit: number): readonly HandleEvent[] {
    const versions = this.#events.versionsOf(account, creationNumber, Number(start), limit)
    return eventsInVersions(versions, account, creationNumber, start, (version) =>
      this.transactionByVersion(BigInt(version)),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#log[Symbol.dispose]()
  }

  get #now(): StateView {
    return new StateView(this.#state, this.#modules, this.#head.version, this.#head.timestampMicros)
  }

  /** Inside a block, the write sets of its transactions lead from the state before it to the version. */
  #pastState({ height, firstVersion, lastVersion }: BlockPlace, version: bigint): PastState {
    if (version === lastVersion) return new PastState(this.#state, this.#history, height + 1n)
    const past = new PastState(this.#state, this.#history, height)
    for (let at = firstVersion; at <= version; at += 1n) {
      applyWriteSet(past, this.transactionByVersion(at) as CommittedTransaction)
    }
    return past
  }

  #advanceTo(block: BlockRecord): void {
    this.#index.add(block)
    const version = lastVersionOf(block)
    const { epoch, timestampMicros, height } = block
    this.#head = { ...this.#head, epoch, version, blockHeight: height, timestampMicros }
  }

  #restore(block: BlockRecord): void {
    this.#history.begin(block.height, lastVersionOf(block))
    for (const { bytes } of block.transactions) {
      const transaction = Transaction.decode(bytes)
      applyWriteSet(this.#state, transaction)
      for (const emitted of handleEventsOf(transaction)) this.#events.add(emitted)
      this.#accumulator = transaction.info?.accumulatorRootHash ?? this.#accumulator
    }
    this.#advanceTo(block)
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

function lastVersionOf({ firstVersion, transactions }: BlockRecord): bigint {
  return firstVersion + BigInt(transactions.length) - 1n
}
