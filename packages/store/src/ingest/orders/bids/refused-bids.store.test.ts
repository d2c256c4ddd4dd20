import type { Address } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { rowsReadByWriter } from '../../../testing/plans/rows-read.ts'
import { applyBatch } from '../../apply-batch.ts'
import { settleTime } from '../../stats/settle-time.ts'
import { emptyStores } from '../../testing/empty-stores.ts'
import { address, batchOf, eventBase, indexed, timeOf } from '../../testing/market-story.ts'

const stores = emptyStores()
const [ANNA, BEN] = [address('f0'), address('f1')]
/** Bids that are folded again in one batch. */
const IN_BATCH = 50

const idOf = (prefix: string, number: number) => address(`${prefix}${number.toString(16).padStart(6, '0')}`)

/** Writes so many v1 collections. */
async function addCollections(store: Store, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => idOf('c', at))
  await store.pool.query(
    `insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
      token_standard, last_transaction_version, last_transaction_timestamp)
      select id, 'x', 'n', '', '', 0, 'v1', 1, '2026-01-01' from unnest($1::text[]) id`,
    [ids],
  )
}

/** Places bids in one transaction, each on a collection of its own. */
function placed(version: bigint, buyer: Address, numbers: readonly number[]) {
  return indexed(
    version,
    numbers.map((number, index) => ({
      ...eventBase(version, index, 5n),
      kind: 'collection-offer-placed',
      offerId: idOf('b', number),
      buyer,
      tokenAmount: 1n,
      expiresAtSeconds: null,
      collection: { collectionId: idOf('c', number), creatorAddress: address('ce'), collectionName: 'n' },
    })),
  )
}

function cancelled(version: bigint, buyer: Address, number: number) {
  return indexed(version, [
    {
      ...eventBase(version, 0, 5n),
      kind: 'collection-offer-cancelled',
      offerId: idOf('b', number),
      buyer,
      remainingAmount: 1n,
      collection: { collectionId: idOf('c', number), creatorAddress: address('ce'), collectionName: 'n' },
    },
  ])
}

function turned(version: bigint, owner: Address, acceptsTransfers: boolean) {
  return indexed(version, [], { tokenStores: [{ owner, acceptsTransfers }] })
}

async function endsOf(store: Store): Promise<ReadonlyMap<string, bigint | null>> {
  const rows = await store.db.selectFrom('market.offer_spans').select(['offer_id', 'to_micros']).execute()
  return new Map(rows.map(({ offer_id, to_micros }) => [offer_id, to_micros]))
}

const step = fc.record({
  what: fc.constantFrom('bid', 'bid', 'cancel', 'store', 'store'),
  who: fc.constantFrom(ANNA, BEN),
  count: fc.integer({ min: 1, max: 120 }),
  isIdle: fc.boolean(),
})
const many = { what: 'bid', who: BEN, count: 120, isIdle: false } as const
const flip = { ...many, what: 'store' } as const

test('bids of those who close their account end in bounded parts, when the account was first closed since they were placed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      await stores.use(async (store) => {
        await addCollections(store, 120 * steps.length)
        const refuses = new Set<string>()
        /** The open bids, each with when it ended to earn; null while it does. */
        const open = new Map<number, { readonly who: string; ends: bigint | null }>()
        const expected = new Map<string, bigint | null>()
        let next = 0
        let ends = await endsOf(store)
        const bounded = async (work: () => Promise<unknown>, own: number) => {
          await work()
          const after = await endsOf(store)
          const changed = [...ends].filter(([bid, end]) => after.get(bid) !== end).length
          expect(changed).toBeLessThanOrEqual(IN_BATCH + own)
          ends = after
          return changed
        }
        for (const [at, { what, who, count, isIdle }] of steps.entries()) {
          const version = BigInt(at + 1)
          if (what === 'bid') {
            const numbers = Array.from({ length: count }, () => next++)
            await bounded(() => applyBatch(store.db, batchOf([placed(version, who, numbers)])), 0)
            for (const number of numbers) {
              if (refuses.has(who)) continue
              open.set(number, { who, ends: null })
              expected.set(idOf('b', number), null)
            }
          } else if (what === 'cancel') {
            const [number, bid] = [...open].find(([, each]) => each.who === who) ?? []
            if (number === undefined || bid === undefined) continue
            await bounded(() => applyBatch(store.db, batchOf([cancelled(version, bid.who as Address, number)])), 1)
            if (expected.get(idOf('b', number)) === null) expected.set(idOf('b', number), timeOf(version))
            open.delete(number)
          } else {
            const accepts = refuses.delete(who)
            if (!accepts) refuses.add(who)
            await bounded(() => applyBatch(store.db, batchOf([turned(version, who, accepts)])), 0)
            for (const [number, bid] of open)
              if (!accepts && bid.who === who && expected.get(idOf('b', number)) === null)
                expected.set(idOf('b', number), timeOf(version))
          }
          if (isIdle) await bounded(() => settleTime(store.db, timeOf(version)), 0)
        }
        const end = timeOf(BigInt(steps.length + 1))
        while ((await bounded(() => settleTime(store.db, end), 0)) > 0);
        expect(ends).toEqual(expected)
        expect(await store.db.selectFrom('market.refusals_due').selectAll().execute()).toEqual([])
      })
    }),
    { numRuns: runs(3), examples: [[[many, flip, flip, { ...many, count: 70 }, flip, { ...many, what: 'cancel' }]]] },
  )
})

test('an account that is closed again reads none of the bids that have ended with it, however many', async () => {
  await stores.use(async (store) => {
    await addCollections(store, 300)
    const numbers = Array.from({ length: 300 }, (_, at) => at)
    await applyBatch(store.db, batchOf([placed(1n, BEN, numbers)]))
    await applyBatch(store.db, batchOf([turned(2n, BEN, false)]))
    for (let part = 0; part < 6; part += 1) await settleTime(store.db, timeOf(2n))
    expect([...(await endsOf(store)).values()].filter((end) => end === null)).toEqual([])
    await applyBatch(store.db, batchOf([turned(3n, BEN, true)]))
    const read = await rowsReadByWriter(store, ['market.order_events'], (db) =>
      applyBatch(db, batchOf([turned(4n, BEN, false)])),
    )
    expect(read).toEqual([0n])
    expect(await store.db.selectFrom('market.refusals_due').selectAll().execute()).toEqual([])
  })
})

test('a part of the bids that end reads few of the other bids of the market, however many', async () => {
  await stores.use(async (store) => {
    const numbers = Array.from({ length: 600 }, (_, at) => at)
    await addCollections(store, numbers.length)
    await applyBatch(store.db, batchOf([placed(1n, BEN, numbers)]))
    const read = await rowsReadByWriter(store, ['market.collection_offers'], (db) =>
      applyBatch(db, batchOf([turned(2n, BEN, false)])),
    )
    expect(Number(read[0])).toBeLessThan(20 * IN_BATCH)
  })
})
