import { expect, test } from 'vitest'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import { address, batchOf, described, eventBase, indexed, passes, timeOf, token } from '../testing/market-story.ts'

const [ANNA, BEN, CARL, TOKEN, LISTING] = [address('f0'), address('f1'), address('f2'), address('a0'), address('11')]

test('a token that its buyer has at once sent to another wallet was bought and sent away, in one batch and in many', async () => {
  const base = { ...eventBase(2n, 0, 80n), token: token(TOKEN), listingId: LISTING, seller: ANNA }
  const filled = { ...base, kind: 'listing-filled' as const, buyer: BEN, commissionOctas: 0n, royaltyOctas: 0n }
  const story = [
    indexed(1n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) }),
    indexed(2n, [filled], { ownerships: [...passes(TOKEN, ANNA, BEN), ...passes(TOKEN, BEN, CARL)] }),
    indexed(3n, [], { ownerships: passes(TOKEN, CARL, BEN) }),
  ]
  for (const batches of [[story], story.map((one) => [one])]) {
    await using store = await createTestStore()
    for (const batch of batches) await applyBatch(store.db, batchOf(batch))
    const columns = ['cost_octas', 'is_in_transit', 'released_by', 'released_at_micros'] as const
    const lots = store.db.selectFrom('market.lots').select(columns).where('wallet', '=', BEN)
    expect(await lots.orderBy('acquired_version').execute()).toEqual([
      { cost_octas: 80n, is_in_transit: false, released_by: 'transfer', released_at_micros: timeOf(2n) },
      { cost_octas: null, is_in_transit: false, released_by: null, released_at_micros: null },
    ])
  }
})
