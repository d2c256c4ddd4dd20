import type { MoveModule } from '@opal/marketplaces/move-module'
import { ChainLog } from '../log/chain-log.ts'
import { openFileBlockStore } from '../log/file-block-store.ts'
import { createMemoryBlockStore } from '../log/memory-block-store.ts'
import { FRAMEWORK_MODULES } from '../modules/framework-modules.ts'
import { type ChainClock, systemClock } from './clock.ts'
import type { Ledger } from './ledger.ts'
import { LocalLedger } from './local-ledger.ts'
import { createModuleRegistry } from './module-registry.ts'

/** How a chain is to be opened. */
export interface LedgerOptions {
  /** Directory of the log; null keeps everything in memory. */
  readonly dataDir: string | null
  /** Defaults to 4, which the official SDK takes for granted on its local network. */
  readonly chainId?: number
  /** Where block times come from; the machine's clock by default. */
  readonly clock?: ChainClock
  /** Modules beside the framework's: the marketplaces', the demo's. */
  readonly modules?: readonly MoveModule[]
}

/**
 * Opens a chain: reads and checks its log, or begins a new one with genesis.
 * Blocks are made by {@link Ledger.commitBlock} alone; whoever opens the chain decides when.
 * @throws LogCorruptError
 */
export async function createLedger(options: LedgerOptions): Promise<Ledger> {
  const store = options.dataDir === null ? createMemoryBlockStore() : openFileBlockStore(options.dataDir).store
  try {
    return new LocalLedger({
      chainId: options.chainId ?? 4,
      clock: options.clock ?? systemClock,
      modules: createModuleRegistry([...FRAMEWORK_MODULES, ...(options.modules ?? [])]),
      log: new ChainLog(store),
    })
  } catch (error) {
    store[Symbol.dispose]()
    throw error
  }
}
