import type { ChainSnapshot } from './chain-snapshot.ts'
import { writeSnapshot } from './snapshot-file.ts'

/** Transactions after which the first snapshot is written, and the least between two. */
const EVERY = 25_000
/** A chain grows by this part between two snapshots, so that writing them stays a small part of all work. */
const GROWTH = 20
/** On closing, fewer transactions than these are read again faster than a snapshot is written. */
const LEAST_ON_CLOSE = 2_000

/** A chain that can be written down. */
export interface Snapshotted {
  readonly head: { readonly version: bigint }
  snapshot(): ChainSnapshot
}

/**
 * Decides when a chain is written down. Writing holds the chain up, for seconds when it is large; it happens after a
 * twentieth more transactions than the last time, and on closing.
 * A snapshot saves time and is nothing else: one that cannot be written (full disk) is not missed until the next start.
 */
export class SnapshotKeeper {
  readonly #directory: string
  #written: number

  /** @param written transactions that the last snapshot includes. */
  constructor(directory: string, written: number) {
    this.#directory = directory
    this.#written = written
  }

  /** Called after each block. */
  offer(chain: Snapshotted): void {
    const ahead = transactionsOf(chain) - this.#written
    if (ahead >= EVERY && ahead * GROWTH >= this.#written) this.#write(chain)
  }

  /** Called when the chain is closed. */
  close(chain: Snapshotted): void {
    if (transactionsOf(chain) - this.#written >= LEAST_ON_CLOSE) this.#write(chain)
  }

  #write(chain: Snapshotted): void {
    this.#written = transactionsOf(chain)
    try {
      writeSnapshot(this.#directory, chain.snapshot())
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    }
  }
}

function transactionsOf(chain: Snapshotted): number {
  return Number(chain.head.version) + 1
}
