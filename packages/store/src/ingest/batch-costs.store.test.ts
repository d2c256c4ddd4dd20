import type { Address } from '@opal/domain/address'
import { expect, test } from 'vitest'
import type { Database } from '../driver/connection.ts'
import { type PlanNode, plansOf } from '../testing/plans/work-for-any-parameters.ts'
import { applyBatch } from './apply-batch.ts'
import type { IndexedTransaction } from './batch.ts'
import { createNativeStore } from './testing/empty-stores.ts'
import { address, batchOf, described, eventBase, indexed, passes, token } from './testing/market-story.ts'

/** A token with wallets, orders and a collection of its own. */
function storyOf(
  at: number,
): Readonly<Record<'id' | 'seller' | 'buyer' | 'friend' | 'listing' | 'collectionId', Address>> {
  const of = (letter: string) => address(`${letter}${(at + 4096).toString(16)}`)
  return { id: of('a'), seller: of('b'), buyer: of('d'), friend: of('e'), listing: of('f'), collectionId: of('c') }
}

function minted(version: bigint, at: number): IndexedTransaction {
  const { id, seller, collectionId } = storyOf(at)
  return indexed(version, [], {
    tokenDatas: [{ ...described(id), collectionId }],
    ownerships: passes(id, null, seller),
  })
}

/** Lists a token, bids on it and on its collection, sells it and gives it away: a transaction each. */
function traded(first: bigint, at: number): readonly IndexedTransaction[] {
  const { id, seller, buyer, friend, listing, collectionId } = storyOf(at)
  const base = (version: bigint) => ({
    ...eventBase(version, 0, 80n),
    collection: { collectionId, creatorAddress: seller, collectionName: 'Story' },
  })
  const order = { token: token(id), listingId: listing, seller }
  const bid = { buyer: friend, expiresAtSeconds: null }
  const sums = { commissionOctas: 1n, royaltyOctas: 1n }
  const [second, third, fourth, fifth] = [first + 1n, first + 2n, first + 3n, first + 4n]
  return [
    indexed(first, [{ ...base(first), ...order, kind: 'listing-placed' }], { ownerships: passes(id, seller, listing) }),
    indexed(second, [{ ...base(second), ...bid, kind: 'token-offer-placed', offerId: friend, token: token(id) }]),
    indexed(third, [{ ...base(third), ...bid, kind: 'collection-offer-placed', offerId: buyer, tokenAmount: 1n }]),
    indexed(fourth, [{ ...base(fourth), ...order, ...sums, kind: 'listing-filled', buyer }], {
      ownerships: passes(id, listing, buyer),
    }),
    indexed(fifth, [], { ownerships: passes(id, buyer, friend) }),
  ]
}

/** Returns how many rows of arrays and common tables, and pairs of rows, were looked at in vain. */
function inVain(node: PlanNode): number {
  const { 'Node Type': type, 'Rows Removed by Filter': passed = 0, 'Rows Removed by Join Filter': pairs = 0 } = node
  const own = (type === 'Function Scan' || type === 'CTE Scan' ? passed : 0) + pairs
  return (node.Plans ?? []).reduce((total, below) => total + inVain(below), own * node['Actual Loops'])
}

test('a batch looks through what it holds a bounded number of times, of however many collections', async () => {
  const passed: number[] = []
  for (const count of [15, 60]) {
    await using store = await createNativeStore()
    const all = Array.from({ length: count }, (_, at) => at)
    await applyBatch(store.db, batchOf(all.map((at) => minted(BigInt(at + 1), at))))
    const batch = batchOf(all.flatMap((at) => traded(BigInt(1_000 + 10 * at), at)))
    const plans = await plansOf(store, ({ db }) => applyBatch(db as Database, batch), 'writer')
    passed.push(plans.reduce((total, plan) => total + inVain(plan), 0))
    expect(await store.db.selectFrom('market.sales').select('version').execute()).toHaveLength(count)
  }
  expect(passed[1]).toBeLessThan(6 * (passed[0] ?? 0) + 60)
})
