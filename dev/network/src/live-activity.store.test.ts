import { numberedId } from '@opal/api/testing/reference-items'
import type { Activity } from '@opal/contract/activities'
import { WINDOWS } from '@opal/contract/constants/windows'
import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import { runs } from '@opal/domain/testing/effort/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { activities } from '@opal/store/schema/history'
import { appendChanges } from '@opal/store/testing/append-changes'
import { insertRows } from '@opal/store/testing/insert-rows'
import type { ActivityScope, ActivityView } from '@opal/web/features/activity/activity-query'
import { belongsToList, SWITCHED_TYPES } from '@opal/web/features/activity/activity-view'
import { fetchActivity } from '@opal/web/features/activity/fetch-activity'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStoreApi, FIRST_ID, messagesAfter, type StoreApi } from './testing/store-api.ts'

const MARKETPLACES = contractsOf('local').map(({ adapter }) => adapter.id)
const [COLLECTIONS, TOKENS, WALLETS] = [twoFrom(0xc0), twoFrom(0xa0), twoFrom(0xf0)]

let api: StoreApi
beforeAll(async () => {
  api = await createStoreApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const wallet = fc.option(fc.constantFrom(...WALLETS))
const anyRow = fc.record({
  kind: fc.constantFrom(...ACTIVITY_KINDS),
  // What is no trade has none.
  marketplace: fc.option(fc.constantFrom(...MARKETPLACES.slice(0, 2))),
  collection_id: fc.option(fc.constantFrom(...COLLECTIONS), { freq: 10 }),
  token_data_id: fc.option(fc.constantFrom(...TOKENS)),
  from_address: wallet,
  to_address: wallet,
})
type Row = typeof anyRow extends fc.Arbitrary<infer One> ? One : never

/** Lists as pages have them: of all, a collection, an item, a wallet, or what a wallet did in a collection. */
const anyScope: fc.Arbitrary<ActivityScope> = fc.record(
  {
    collectionId: fc.constantFrom(...COLLECTIONS),
    tokenDataId: fc.constantFrom(...TOKENS),
    walletAddress: fc.constantFrom(...WALLETS),
  },
  { requiredKeys: [] },
)

const anyView: fc.Arbitrary<ActivityView> = fc.record({
  types: fc.subarray([...SWITCHED_TYPES]),
  marketplace: fc.constantFrom('all', ...MARKETPLACES.slice(0, 2)),
  interval: fc.constantFrom(...WINDOWS),
})

function twoFrom(first: number): readonly string[] {
  return [numberedId(first), numberedId(first + 1)]
}

let version = 1_000n

/** Adds activities to the store and the change feed, as the indexer does. */
async function commit(rows: readonly Row[]): Promise<void> {
  const at_micros = BigInt(Date.now()) * 1_000n
  for (const row of rows) {
    version += 1n
    const rest = { price_octas: 5n, amount: 1n, order_id: null, transaction_hash: null }
    await insertRows(api.store, activities, [{ ...row, ...rest, version, event_index: 1, at_micros }])
    const payload = { index: 1, kind: row.kind }
    await appendChanges(api.store, [
      { version, at_micros, collection_id: row.collection_id, kind: 'activity', payload },
    ])
  }
}

async function answered(scope: ActivityScope, view: ActivityView): Promise<readonly string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await fetchActivity(api.call, scope, view, cursor ?? null)
    ids.push(...page.data.map((row) => row.id))
    cursor = page.nextCursor
  }
  return ids
}

// @feature activity.live, activity.filters
test('a live row comes into exactly those lists in which the API answers it, of any scope and with any filters', async () => {
  const live: Activity[] = []
  let lastId = FIRST_ID
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 1, maxLength: 12, size: 'max' }),
      fc.array(fc.tuple(anyScope, anyView), { minLength: 1, maxLength: 6, size: 'max' }),
      async (rows, lists) => {
        await commit(rows)
        const messages = await messagesAfter(api.call, lastId)
        lastId = messages.at(-1)?.id ?? lastId
        for (const message of messages) if (message.kind === 'activity') live.unshift(message.activity)
        for (const [scope, view] of lists) {
          const belonging = live.filter((row) => belongsToList(row, scope, view)).map(({ id }) => id)
          expect(await answered(scope, view), JSON.stringify({ scope, view })).toEqual(belonging)
        }
      },
    ),
    { numRuns: runs(25) },
  )
  expect(live.length).toBeGreaterThan(0)
})
