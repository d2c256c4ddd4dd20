import type { BlockPlace } from '../../log/chain-log.ts'
import type { CheckedPart } from '../../log/file-block-store.ts'
import { TransactionIndex } from '../blocks/transaction-index.ts'
import { PLACEHOLDER_HASH } from '../encoding/encode-transaction.ts'
import { EventIndex } from '../events/event-index.ts'
import type { LedgerHead } from '../ledger.ts'
import type { FrozenState } from '../state/frozen-state.ts'
import { State } from '../state/state.ts'
import { StateHistory } from '../state/state-history.ts'

/** The state of a chain: the result of reading its log from the start. */
export interface ChainSnapshot {
  /** The part of the log that it replaces. */
  readonly part: CheckedPart
  readonly head: LedgerHead
  /** Accumulator root of the last transaction. */
  readonly accumulator: Uint8Array
  readonly places: readonly BlockPlace[]
  readonly state: State
  /** Changes of the newest blocks. */
  readonly history: StateHistory
  readonly transactions: TransactionIndex
  readonly events: EventIndex
}

/**
 * A chain at one moment, to be written while it goes on. Versions above the head are to be left out of its indexes.
 * When blocks up to the head are taken back before all is read, the rest may be of other blocks: the log then no longer
 * begins with the part, so the snapshot counts for nothing.
 */
export interface FrozenChain extends Disposable, Omit<ChainSnapshot, 'state' | 'history'> {
  readonly state: FrozenState
  readonly history: Pick<StateHistory, 'oldestVersion' | 'blocks'>
}

/** Returns the snapshot of an empty chain. */
export function emptySnapshot(chainId: number): ChainSnapshot {
  const none = {
    epoch: 0n,
    version: -1n,
    oldestVersion: 0n,
    blockHeight: -1n,
    oldestBlockHeight: 0n,
    timestampMicros: 0n,
  }
  return {
    part: { records: 0, chain: Buffer.alloc(32) },
    head: { chainId, ...none },
    accumulator: PLACEHOLDER_HASH,
    places: [],
    state: new State(),
    history: new StateHistory(),
    transactions: new TransactionIndex(),
    events: new EventIndex(),
  }
}
