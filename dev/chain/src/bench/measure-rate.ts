import { verify } from 'node:crypto'
import { createLedger } from '../ledger/create-ledger.ts'
import { simulateLocalMarketplaces } from '../marketplaces/simulate-marketplaces.ts'
import { MarketTraffic } from './market-traffic.ts'
import type { SignedCall } from './trader.ts'

/** Transactions per second, and what the same machine does in the same minute at most. */
export interface MeasuredRate {
  readonly transactions: number
  /** Native-marketplace transactions checked, executed and written. */
  readonly committedPerSecond: number
  /** Bare ed25519 verifications of `node:crypto` over the same messages. */
  readonly verifiedPerSecond: number
  /** Committed by verified: 1 would be a chain that does nothing but check signatures. */
  readonly ratio: number
}

/**
 * Trades on the native marketplace in batches of a block and, between them, verifies the same signatures with nothing
 * around it: whatever else the machine does weighs on both alike. Signing is not counted.
 *
 * @param batches measured batches; as many again as one round has are traded before, to warm up.
 */
export async function measureRate(batches: number): Promise<MeasuredRate> {
  await using ledger = await createLedger({ dataDir: null, modules: simulateLocalMarketplaces() })
  const traffic = new MarketTraffic(ledger)
  /** The next batch is checked while the one before becomes a block. */
  const round = async (batch: readonly SignedCall[]): Promise<void> => {
    const submitted = ledger.submitAll(batch.map(({ signedBytes }) => signedBytes))
    ledger.commitBlock()
    for (const one of await submitted) if (one instanceof Error) throw one
  }
  for (let warm = 0; warm < WARM_UP_BATCHES; warm += 1) {
    const batch = traffic.nextBatch()
    await round(batch)
    verifyAll(batch)
  }
  let transactions = 0
  let committing = 0
  let verifying = 0
  for (let count = 0; count < batches; count += 1) {
    const batch = traffic.nextBatch()
    committing += await timed(() => round(batch))
    verifying += await timed(() => verifyAll(batch))
    transactions += batch.length
  }
  const committedPerSecond = transactions / committing
  const verifiedPerSecond = transactions / verifying
  return { transactions, committedPerSecond, verifiedPerSecond, ratio: committedPerSecond / verifiedPerSecond }
}

const WARM_UP_BATCHES = 18

function verifyAll(batch: readonly SignedCall[]): void {
  for (const { message, publicKey, signature } of batch) {
    if (!verify(null, message, publicKey, signature)) throw new Error('a signature of the benchmark does not verify')
  }
}

/** Returns seconds that something took. */
async function timed(run: () => void | Promise<void>): Promise<number> {
  const start = performance.now()
  await run()
  return (performance.now() - start) / 1_000
}
