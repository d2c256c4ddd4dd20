import { createLedger } from '../ledger/create-ledger.ts'
import { simulateLocalMarketplaces } from '../marketplaces/simulate-marketplaces.ts'

/** Duration of opening a chain, and the memory it holds then. */
export interface MeasuredStart {
  readonly transactions: number
  readonly seconds: number
  /** Resident memory of the process, MiB. */
  readonly memoryMib: number
}

/** Opens the chain of a data directory once. */
export async function measureStart(dataDir: string): Promise<MeasuredStart> {
  const start = performance.now()
  await using ledger = await createLedger({ dataDir, modules: simulateLocalMarketplaces() })
  const seconds = (performance.now() - start) / 1_000
  return {
    transactions: Number(ledger.head.version) + 1,
    seconds,
    memoryMib: Math.round(process.memoryUsage().rss / 2 ** 20),
  }
}
