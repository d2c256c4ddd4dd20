import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fullScope } from '@opal/chain/state/state-scope'
import { rawTransaction } from '@opal/chain/testing/raw-transaction'
import type { JsonObject } from '@opal/domain/json'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { repeatCommand, runs, testSeed } from '@opal/domain/testing/effort/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { emptyDatabase } from '@opal/store/testing/empty-database'
import { createTestStore } from '@opal/store/testing/test-store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Dice, spoil } from '../../testing/spoil.ts'
import { indexBatch } from '../batches/index-batch.ts'
import { openContext } from '../open-context.ts'

const ROUNDS = runs(6, 300)
const IN_A_ROUND = 20

function recorded(): readonly JsonObject[] {
  return ['mainnet', 'testnet', 'devnet'].flatMap((network) => {
    const folder = join(RECORDED_DATA_DIR, `${network}-transactions`)
    return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonObject)
  })
}

function diceOf(seed: number): Dice {
  const throws = fc.sample(fc.nat(), { seed, numRuns: 20_000 })
  let at = 0
  return (bound) => (throws[at++ % throws.length] as number) % bound
}

test.skipIf(!hasRecordedData)(
  'survives any malformed transaction: it can cost rows or stop a marketplace, never the indexer',
  { timeout: 60_000 + ROUNDS * 4_000 },
  async () => {
    await using store = await createTestStore()
    const transactions = recorded()
    const dice = diceOf(testSeed)
    const named = { stops: 0, unread: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      await emptyDatabase(store.db)
      const context = await openContext(store.db, contractsOf('mainnet'), 1, fullScope('mainnet'))
      for (let count = 0; count < IN_A_ROUND; count += 1) {
        const spoiled = spoil(transactions[dice(transactions.length)] as JsonObject, dice)
        const indexing = indexBatch(context, [rawTransaction(BigInt(String(spoiled.version ?? 0)), spoiled)])
        await expect(indexing, `${repeatCommand} ${JSON.stringify(spoiled).slice(0, 3_000)}`).resolves.toBeDefined()
        const { newStops, unread } = await indexing
        named.stops += newStops.length
        named.unread += unread.length
        context.stopped.clear()
      }
    }
    // The spoiling reaches decoders and parsers.
    expect(named.stops).toBeGreaterThanOrEqual(ROUNDS / 6)
    expect(named.unread).toBeGreaterThanOrEqual(ROUNDS / 6)
  },
)
