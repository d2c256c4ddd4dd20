import { runs } from '@opal/domain/testing/effort/config'
import type { TokenActivity } from '@opal/domain/tokens/token-change'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { address, batchOf, COLLECTION, described, indexed, passes } from '../testing/market-story.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const WALLETS = [address('f0'), address('f1'), address('f2')] as const

/** Returns a transaction that mints a token for a wallet. */
function mint(version: number, wallet: number): IndexedTransaction {
  const id = address(`a${version.toString(16).padStart(4, '0')}`)
  const receiver = WALLETS[wallet] ?? WALLETS[0]
  const activity: TokenActivity = {
    eventIndex: 0,
    eventAccountAddress: COLLECTION,
    tokenDataId: id,
    propertyVersionV1: 0n,
    type: '0x4::collection::Mint',
    fromAddress: null,
    toAddress: receiver,
    tokenAmount: 1n,
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: null,
    tokenStandard: 'v2',
    isFungibleV2: false,
  }
  const tokens = { tokenDatas: [described(id)], ownerships: passes(id, null, receiver), activities: [activity] }
  return indexed(BigInt(version), [], tokens)
}

/** Wallets of mints, batch by batch: most batches are of the first wallet. */
const batches = fc.array(
  fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 2 }) }), {
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 6 },
)

// @feature launchpad.hidden
test('stats say whether two wallets have received mints of a collection, in whatever batches and order its mints come', async () => {
  await fc.assert(
    fc.asyncProperty(batches, fc.boolean(), async (story, isLate) => {
      await emptyDatabase(store.db)
      const minters = new Set<number>()
      const parts = story.map((wallets, at) => ({ wallets, first: 1 + story.slice(0, at).flat().length }))
      for (const { wallets, first } of isLate ? parts.toReversed() : parts) {
        await applyBatch(store.db, batchOf(wallets.map((wallet, index) => mint(first + index, wallet))))
        for (const wallet of wallets) minters.add(wallet)
        const row = await store.db.selectFrom('market.collection_stats').selectAll().executeTakeFirst()
        expect(row?.has_several_minters ?? false).toBe(minters.size > 1)
      }
    }),
    { numRuns: runs(40) },
  )
})

/** Returns the same mint of a v1 token: its event names the creator, and a deposit follows. */
function mintV1(version: number, wallet: number): IndexedTransaction {
  const { tokens, ...rest } = mint(version, wallet)
  const activities = tokens.activities.flatMap((activity) => {
    const v1 = { ...activity, tokenStandard: 'v1' as const, fromAddress: address('cc') }
    const deposit = { ...v1, eventIndex: 1, type: '0x3::token::DepositEvent', fromAddress: null }
    return [{ ...v1, type: '0x3::token::MintTokenEvent', toAddress: null }, deposit]
  })
  return { ...rest, tokens: { ...tokens, activities } }
}

// @feature launchpad.hidden
test('the wallets that v1 tokens are deposited with at their mint are their minters', async () => {
  await emptyDatabase(store.db)
  const minters = async () =>
    (await store.db.selectFrom('market.collection_stats').select('has_several_minters').executeTakeFirst())
      ?.has_several_minters ?? false
  await applyBatch(store.db, batchOf([mintV1(1, 0), mintV1(2, 0)]))
  expect(await minters()).toBe(false)
  await applyBatch(store.db, batchOf([mintV1(3, 1)]))
  expect(await minters()).toBe(true)
})
