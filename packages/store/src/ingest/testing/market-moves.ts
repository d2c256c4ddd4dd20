import fc from 'fast-check'
import type { IndexedBatch, IndexedTransaction } from '../batch.ts'
import { batchOf } from './market-story.ts'
import { type Move, ReferenceMarket } from './reference-market.ts'

/** Generates random sequences of market moves. */
export const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.record({
    what: fc.constantFrom<Move['what'][]>(
      'list',
      'list',
      'list-terms',
      'list-terms',
      'update-terms',
      'reprice',
      'delist',
      'buy',
      'send',
      'bid',
      'cancel-bid',
      'accept-bid',
      'deposit',
      'withdraw',
      'pool-bid',
      'set-bid',
      'cancel-pool-bid',
      'accept-pool-bid',
      'wait',
    ),
    token: fc.nat(3),
    who: fc.nat(3),
    price: fc.integer({ min: 1, max: 9 }),
    amount: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 5, maxLength: 40 },
)

/** Plays moves on a fresh reference market. */
export function played(story: readonly Move[]): ReferenceMarket {
  const market = new ReferenceMarket()
  for (const move of story) market.play(move)
  return market
}

/** Cuts transactions into batches of the given sizes, repeated in turn. */
export function cut(transactions: readonly IndexedTransaction[], sizes: readonly number[]): readonly IndexedBatch[] {
  const batches: IndexedBatch[] = []
  for (let from = 0, turn = 0; from < transactions.length; turn += 1) {
    const size = sizes[turn % sizes.length] as number
    batches.push(batchOf(transactions.slice(from, from + size)))
    from += size
  }
  return batches
}
