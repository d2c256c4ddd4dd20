import type { Address } from '@opal/domain/address'
import { expect, test } from 'vitest'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { createNativeStore } from '../testing/empty-stores.ts'
import { address, batchOf, described, eventBase, held, indexed, passes, token } from '../testing/market-story.ts'

const [ANNA, BEN, CARL, TOKEN, LISTING] = [address('f0'), address('f1'), address('f2'), address('a0'), address('11')]
/** More than a day after the first versions: what the listing's address held since then is not folded again. */
const LATER = 100n

const WAYS = ['left there', 'taken out and put back', 'sold at once'] as const

/** A token that was sent to the address of a listing to come, is listed there by `seller`, sold, and sent back. */
function story(seller: Address, way: (typeof WAYS)[number]): readonly IndexedTransaction[] {
  const isSoldAtOnce = way === 'sold at once'
  const event = (version: bigint, index: number) => ({
    ...eventBase(version, index, 80n),
    token: token(TOKEN),
    listingId: LISTING,
    seller,
  })
  const sum = { commissionOctas: 0n, royaltyOctas: 0n }
  const placed = { ...event(LATER, 0), kind: 'listing-placed' as const }
  const soldAt = isSoldAtOnce ? LATER : LATER + 1n
  const filled = { ...event(soldAt, 1), ...sum, kind: 'listing-filled' as const, buyer: CARL }
  // Taken out and put back in one transaction, in whose end nothing has moved.
  const listed = way === 'taken out and put back' ? [held(TOKEN, LISTING, 1n), held(TOKEN, seller, 0n)] : []
  const sold = passes(TOKEN, LISTING, CARL)
  return [
    indexed(1n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) }),
    indexed(2n, [], { ownerships: passes(TOKEN, ANNA, LISTING) }),
    ...(isSoldAtOnce
      ? [indexed(LATER, [placed, filled], { ownerships: sold })]
      : [indexed(LATER, [placed], { ownerships: listed }), indexed(soldAt, [filled], { ownerships: sold })]),
    indexed(LATER + 2n, [], { ownerships: passes(TOKEN, CARL, seller) }),
  ]
}

const STORIES = (['its former owner', 'another wallet'] as const).flatMap((name) => {
  const seller = name === 'another wallet' ? BEN : ANNA
  const after = (way: (typeof WAYS)[number]) => (way === 'sold at once' ? [CARL, seller] : [seller, CARL, seller])
  return WAYS.map((way) => [name, way, seller, [ANNA, LISTING, ...after(way)]] as const)
})

test.each(STORIES)(
  'a token that lay at the address of its listing has one holder at a time: listed by %s, %s',
  async (_, way, seller, holders) => {
    const transactions = story(seller, way)
    for (const batches of [transactions.map((one) => [one]), [transactions.slice(0, 2), transactions.slice(2)]]) {
      await using store = await createNativeStore()
      for (const [at, batch] of batches.entries()) {
        await applyBatch(store.db, batchOf(batch))
        const done = batches.slice(0, at + 1).flat().length
        const rows = await store.db.selectFrom('market.token_holders').select(['holder', 'amount']).execute()
        expect(rows, `${done}`).toEqual([{ holder: holders[done - 1], amount: 1n }])
        const stats = await store.db.selectFrom('market.collection_stats').select('owner_count').execute()
        expect(stats).toEqual([{ owner_count: 1n }])
        const states = await store.db.selectFrom('market.lot_states').select(['held', 'in_hand']).execute()
        for (const state of states) expect(state.held ?? 0n).toBe(state.in_hand)
      }
    }
  },
)

test('a seller who sent a token to the address of the listing and gets it back with the listing holds it', async () => {
  const event = { ...eventBase(LATER, 0, 80n), token: token(TOKEN), listingId: LISTING, seller: ANNA }
  const transactions = [
    indexed(1n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) }),
    indexed(2n, [], { ownerships: passes(TOKEN, ANNA, LISTING) }),
    indexed(3n, [], { ownerships: passes(TOKEN, LISTING, CARL) }),
    indexed(LATER, [{ ...event, kind: 'listing-placed' }], {
      ownerships: [...passes(TOKEN, CARL, LISTING), held(TOKEN, ANNA, 0n)],
    }),
  ]
  await using store = await createNativeStore()
  for (const one of transactions) await applyBatch(store.db, batchOf([one]))
  const rows = await store.db.selectFrom('market.token_holders').select(['holder', 'amount']).execute()
  expect(rows).toEqual([{ holder: ANNA, amount: 1n }])
})
