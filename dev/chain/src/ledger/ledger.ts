import type { aptos } from '@aptos-labs/aptos-protos'
import type { Address } from '@opal/domain/address'
import type { MoveModule, MoveOutput, MoveResource } from '../modules/move-module.ts'
import type { StateView } from './state/state-view.ts'

/** A committed transaction exactly as the stream delivers it. REST JSON is rendered from this. */
export type CommittedTransaction = aptos.transaction.v1.Transaction

/** Head of the chain. Every REST response carries it in its headers. */
export interface LedgerHead {
  readonly chainId: number
  readonly epoch: bigint
  readonly version: bigint
  readonly oldestVersion: bigint
  readonly blockHeight: bigint
  readonly oldestBlockHeight: bigint
  readonly timestampMicros: bigint
}

/** A signed transaction that passed the mempool's checks and waits for its block. */
export interface PendingTransaction {
  /** `0x` + 64 hex digits. */
  readonly hash: string
  readonly signedBytes: Uint8Array
  /** The signed request, decoded, in the stream's shape. */
  readonly request: aptos.transaction.v1.UserTransactionRequest
}

/** Gas parameters a simulation uses instead of the transaction's own. */
export interface SimulationOverrides {
  readonly maxGasAmount?: bigint
  readonly gasUnitPrice?: bigint
}

/** Answer to a view call. */
export interface ViewResult {
  readonly values: readonly MoveOutput[]
  /** Move types of `values`, for BCS answers. */
  readonly types: readonly string[]
  readonly gasUsed: bigint
}

/** The chain as REST, faucet, stream and seeds use it. One writer, in process. */
export interface Ledger extends AsyncDisposable {
  readonly head: LedgerHead

  /**
   * Checks signature, chain id, expiry, sequence number and balance for gas, then queues for the next block.
   * @throws SubmitRejection with the VM status the node would answer; InvalidTransactionBytes for bad BCS.
   */
  submit(signedBytes: Uint8Array): PendingTransaction
  /**
   * As {@link submit} for each, in their order, with the signatures checked outside of the main thread.
   * @returns for each what was queued, or the error with which {@link submit} would have refused it.
   */
  submitAll(signedBytes: readonly Uint8Array[]): Promise<readonly (PendingTransaction | Error)[]>
  /**
   * Executes without committing. A transaction that would not be let in comes back failed, with the VM's status name.
   * @throws SimulationRefused when the signature is valid; InvalidTransactionBytes for bad BCS.
   */
  simulate(signedBytes: Uint8Array, overrides?: SimulationOverrides): CommittedTransaction
  /** Commits everything queued, in blocks of at most 250, now; does nothing when nothing is queued. The block timer calls this too. */
  commitBlock(): void

  transactionByVersion(version: bigint): CommittedTransaction | null
  /** Pending ones have no version yet. */
  transactionByHash(hash: string): CommittedTransaction | PendingTransaction | null
  /** Resolves when the transaction is committed or the time is over. */
  waitForTransaction(hash: string, timeoutMs: number): Promise<CommittedTransaction | PendingTransaction | null>
  /**
   * Returns BCS SignedTransaction of a committed transaction: more than the protobuf can carry (nonces, scripts).
   * Null for the chain's own transactions.
   */
  signedBytes(version: bigint): Uint8Array | null
  /** Returns versions of everything an account sent, ascending, with or without a sequence number. */
  versionsSentBy(account: Address): readonly number[]
  /** Returns committed transactions sent by an account, ascending by sequence number. */
  transactionsOfAccount(account: Address, start: bigint, limit: number): readonly CommittedTransaction[]
  blockOf(
    version: bigint,
  ): { height: bigint; firstVersion: bigint; lastVersion: bigint; timestampMicros: bigint } | null
  blockByHeight(
    height: bigint,
  ): { height: bigint; firstVersion: bigint; lastVersion: bigint; timestampMicros: bigint } | null

  /**
   * Returns the state after a transaction: the newest, or one of the newest 10,000.
   * @returns null when it was pruned, or is still to come.
   */
  at(version: bigint): StateView | null
  /** The oldest version that {@link at} answers for. */
  readonly oldestStateVersion: bigint
  accountSequenceNumber(account: Address): bigint | null
  authenticationKey(account: Address): string | null
  resources(address: Address): ReadonlyMap<string, MoveResource>
  resource(address: Address, type: string): MoveResource | null
  tableItem(handle: string, key: string): MoveOutput | null
  modules(address: Address): readonly MoveModule[]
  module(address: Address, name: string): MoveModule | null
  /**
   * Each argument is a JSON value, or BCS as a Uint8Array.
   * @throws MoveAbort, or ViewRefused when there is no such view or the arguments do not fit.
   */
  view(functionId: string, typeArguments: readonly string[], args: readonly unknown[]): ViewResult
  /** Returns events on one handle, ascending by sequence number from `start` on. */
  eventsOf(
    account: Address,
    creationNumber: bigint,
    start: bigint,
    limit: number,
  ): readonly { readonly version: bigint; readonly event: aptos.transaction.v1.Event }[]

  /** Called after each accepted {@link submit}; the block timer listens. @returns a function that ends it. */
  onQueued(listener: () => void): () => void
  /** Called after each block is stored. @returns a function that unsubscribes. */
  onCommitted(listener: () => void): () => void
  /** Cheat: marks the current version, in memory. @returns the version to {@link returnTo}. */
  mark(): bigint
  /**
   * Cheat: takes back everything after a marked moment, for good; pending transactions are dropped and streams end.
   * @returns false when that version was not marked.
   */
  returnTo(version: bigint): boolean
  /** Returns SHA-256 over the whole state. Takes seconds on a large chain. */
  stateHash(): string
  /** Cheat: moves the chain's clock forward, past restarts too. Blocks from now on carry the later time. */
  advanceTime(micros: bigint): void
  /** Cheat: the next executed user transaction fails with this VM status; gas is charged, the rest undone. */
  failNext(vmStatus: string): void

  /**
   * Raw protobuf bytes of each transaction from `fromVersion` on, then live, without end.
   * Pulls at the consumer's pace: nothing is buffered beyond one chunk.
   */
  stream(fromVersion: bigint, signal: AbortSignal): AsyncIterable<readonly Uint8Array[]>
}
