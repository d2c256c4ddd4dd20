import { createLedger } from '../ledger/create-ledger.ts'
import { simulateLocalMarketplaces } from '../marketplaces/simulate-marketplaces.ts'
import { MarketTraffic } from './market-traffic.ts'

/** Fills a data directory with native-marketplace trading until the log holds a number of transactions. */
export async function growLog(dataDir: string, transactions: number, say: (line: string) => void): Promise<void> {
  await using ledger = await createLedger({ dataDir, modules: simulateLocalMarketplaces() })
  const traffic = new MarketTraffic(ledger)
  let nextWord = SAY_EVERY
  while (ledger.head.version < transactions - 1) {
    const submitted = ledger.submitAll(traffic.nextBatch().map(({ signedBytes }) => signedBytes))
    ledger.commitBlock()
    await submitted
    if (ledger.head.version < nextWord) continue
    say(`${ledger.head.version} transactions, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`)
    nextWord += SAY_EVERY
  }
}

const SAY_EVERY = 50_000
