import type { BlockStore } from '../log/block-store.ts'
import { ChainLog } from '../log/chain-log.ts'
import { openFileBlockStore } from '../log/file-block-store.ts'
import { createMemoryBlockStore } from '../log/memory-block-store.ts'
import { FRAMEWORK_MODULES } from '../modules/framework-modules.ts'
import type { MoveModule } from '../modules/move-module.ts'
import { type ChainClock, openTimeShift, systemClock } from './clock.ts'
import { createModuleRegistry } from './execution/module-registry.ts'
import type { Ledger } from './ledger.ts'
import { type LedgerParts, LocalLedger } from './local-ledger.ts'
import { emptySnapshot } from './snapshot/chain-snapshot.ts'
import { readSnapshot } from './snapshot/snapshot-file.ts'
import { SnapshotKeeper } from './snapshot/snapshot-keeper.ts'

/** Options of opening a chain. */
export interface LedgerOptions {
  /** Directory of the log; null keeps everything in memory. */
  readonly dataDir: string | null
  /** Defaults to 4, which the official SDK takes for granted on its local network. */
  readonly chainId?: number
  /** Source of block times; the machine's clock by default. */
  readonly clock?: ChainClock
  /** Modules other than the framework's: the marketplaces', the demo's. */
  readonly modules?: readonly MoveModule[]
}

/**
 * Opens a chain: resumes from its last snapshot, reads and checks the rest of its log, or begins a new one with genesis.
 * Blocks are made by {@link Ledger.commitBlock} alone; the caller decides when.
 * @throws LogCorruptError
 */
export async function createLedger(options: LedgerOptions): Promise<Ledger> {
  const chainId = options.chainId ?? 4
  const { store, ...storage } = options.dataDir === null ? inMemory() : onDisk(options.dataDir, chainId)
  try {
    return new LocalLedger({
      chainId,
      clock: options.clock ?? systemClock,
      modules: createModuleRegistry([...FRAMEWORK_MODULES, ...(options.modules ?? [])]),
      log: new ChainLog(store),
      ...storage,
    })
  } catch (error) {
    store[Symbol.dispose]()
    throw error
  }
}

interface StoredParts extends Pick<LedgerParts, 'start' | 'snapshots' | 'timeShift'> {
  readonly store: BlockStore
}

function inMemory(): StoredParts {
  return { store: createMemoryBlockStore() }
}

/** A snapshot that the log does not continue (it lost its end in a power failure, or is another one) counts for nothing. */
function onDisk(directory: string, chainId: number): StoredParts {
  const snapshot = readSnapshot(directory, chainId)
  const { store, continuesChecked } = openFileBlockStore(directory, snapshot?.part ?? null)
  const start = continuesChecked && snapshot !== null ? snapshot : emptySnapshot(chainId)
  const snapshots = new SnapshotKeeper(directory, Number(start.head.version) + 1)
  return { store, start, snapshots, timeShift: openTimeShift(directory) }
}
