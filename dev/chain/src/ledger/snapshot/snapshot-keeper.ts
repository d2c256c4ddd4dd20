import type { FrozenChain } from './chain-snapshot.ts'
import { writeSnapshot } from './snapshot-file.ts'

/** Transactions after which the first snapshot is written, and the least between two. */
const EVERY = 25_000
/** A chain grows by one part in this many between two snapshots, so that writing them stays a small share of the work. */
const GROWTH = 20
/** On closing, fewer transactions than these are read again faster than a snapshot is written. */
const LEAST_ON_CLOSE = 2_000

/** A chain that can be written down. */
export interface Snapshotted {
  readonly head: { readonly version: bigint }
  freeze(): FrozenChain
}

/**
 * Decides when a chain is written: after a twentieth more transactions than the last time, and on closing. The chain
 * goes on while it is written, which takes seconds when it is large.
 * A snapshot only saves time: one that cannot be written (full disk) is not missed until the next start.
 */
export class SnapshotKeeper {
  readonly #directory: string
  #written: number
  #writing: Promise<void> | null = null

  /** @param written transactions that the last snapshot includes. */
  constructor(directory: string, written: number) {
    this.#directory = directory
    this.#written = written
  }

  /** Called after each block. */
  offer(chain: Snapshotted): void {
    if (this.#writing !== null) return
    const ahead = transactionsOf(chain) - this.#written
    if (ahead < EVERY || ahead * GROWTH < this.#written) return
    this.#writing = this.#write(chain).finally(() => {
      this.#writing = null
    })
  }

  /** Called when the chain is closed, and no more blocks are committed. */
  async close(chain: Snapshotted): Promise<void> {
    await this.#writing
    if (transactionsOf(chain) - this.#written >= LEAST_ON_CLOSE) await this.#write(chain)
  }

  async #write(chain: Snapshotted): Promise<void> {
    this.#written = transactionsOf(chain)
    using frozen = chain.freeze()
    try {
      await writeSnapshot(this.#directory, frozen)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    }
  }
}

function transactionsOf(chain: Snapshotted): number {
  return Number(chain.head.version) + 1
}
