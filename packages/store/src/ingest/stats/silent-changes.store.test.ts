import type { Address } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import type { TokenActivity } from '@opal/domain/tokens/token-change'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyBatch } from '../apply-batch.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { address, batchOf, described, eventBase, indexed, passes, token } from '../testing/market-story.ts'

const stores = emptyStores()
const [ANNA, BEN, CARL, TOKEN, LISTING] = [address('f0'), address('f1'), address('f2'), address('a0'), address('11')]

// @feature live.frozen
test('a listing that can be bought or no longer is announced, whatever the floor is, where no activity names its token', async () => {
  const [SECOND, SECOND_LISTING] = [address('a1'), address('12')]
  const step = fc.record({ isFrozen: fc.boolean(), isSent: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      await stores.use(async (store) => {
        const placed = (id: Address, listingId: Address, index: number, price: bigint) =>
          ({
            ...eventBase(1n, index, price),
            kind: 'listing-placed',
            token: token(id),
            listingId,
            seller: ANNA,
          }) as const
        const listed = indexed(1n, [placed(TOKEN, LISTING, 0, 5n), placed(SECOND, SECOND_LISTING, 1, 9n)], {
          tokenDatas: [described(TOKEN), described(SECOND)],
          ownerships: [...passes(TOKEN, ANNA, LISTING), ...passes(SECOND, ANNA, SECOND_LISTING)],
        })
        await applyBatch(store.db, batchOf([listed]))
        let wasFrozen = false
        for (const [at, { isFrozen, isSent }] of steps.entries()) {
          await store.pool.query('delete from market.change_feed')
          const ownerships = passes(SECOND, null, SECOND_LISTING).map((row) => ({ ...row, isSoulboundV2: isFrozen }))
          const activities = isSent ? [transferOf(SECOND)] : []
          await applyBatch(store.db, batchOf([indexed(BigInt(at + 2), [], { ownerships, activities })]))
          const feed = await store.db.selectFrom('market.change_feed').select('kind').execute()
          const isSilent = wasFrozen !== isFrozen && !isSent
          expect(feed.map(({ kind }) => kind)).toEqual([
            ...(isSent ? ['activity'] : []),
            ...(isSilent ? ['listings_change'] : []),
          ])
          wasFrozen = isFrozen
        }
      })
    }),
    {
      numRuns: runs(8),
      examples: [
        [
          [
            { isFrozen: true, isSent: false },
            { isFrozen: false, isSent: false },
          ],
        ],
      ],
    },
  )
})

function transferOf(id: Address): TokenActivity {
  return {
    eventIndex: 0,
    eventAccountAddress: id,
    tokenDataId: id,
    propertyVersionV1: 0n,
    type: '0x1::object::Transfer',
    fromAddress: BEN,
    toAddress: CARL,
    tokenAmount: 1n,
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: null,
    tokenStandard: 'v2',
    isFungibleV2: null,
  }
}
