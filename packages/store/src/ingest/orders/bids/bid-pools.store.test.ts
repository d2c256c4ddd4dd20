import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collections } from '../../../schema/tokens.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { applyBatch } from '../../apply-batch.ts'
import type { IndexedTransaction } from '../../batch.ts'
import { settleTime } from '../../stats/settle-time.ts'
import { emptyStores, NATIVE } from '../../testing/empty-stores.ts'
import { address, batchOf, COLLECTION, COLLECTION_V1, indexed, timeOf } from '../../testing/market-story.ts'
import { ANNA, BEN, holding, type Offer, placing, rowsOf, topBids } from '../../testing/pooled-offers.ts'
import { writeMarketplaces } from '../write-marketplaces.ts'

const stores = emptyStores()

/** Two deposits within an hour, in a batch each or together. Versions are 17 minutes apart. */
const raisedTwice = (isCut: boolean) => [10n, 20n].map((octas) => ({ after: 0n, octas, isCut }))

test('the balance of a pool for an hour is never more than the least of that hour, and all that it holds where nothing was added', async () => {
  const change = fc.record({ after: fc.bigInt(0n, 5n), octas: fc.bigInt(0n, 30n), isCut: fc.boolean() })
  const HOUR = 3_600_000_000n
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), fc.bigInt(0n, 5n), async (changes, last) => {
      await stores.use(async (store) => {
        const history: { readonly atMicros: bigint; readonly octas: bigint }[] = []
        const check = async (now: bigint) => {
          const { rows } = await store.pool.query<{ held: bigint; balance: bigint }>(
            `select coalesce(r.held_octas, p.balance_octas) as held, p.balance_octas as balance from market.bid_pools p
             left join market.pools_raised r on r.wallet = p.wallet and r.raised_at_micros > $1 where p.wallet = $2`,
            [now - HOUR, ANNA],
          )
          const [{ held, balance } = { held: -1n, balance: -1n }] = rows
          expect(balance).toBe(history.at(-1)?.octas)
          const since = (hours: bigint) => history.filter(({ atMicros }) => atMicros > now - hours * HOUR)
          const atBegin = history.findLast(({ atMicros }) => atMicros <= now - HOUR)?.octas ?? 0n
          const leastOfHour = since(1n).reduce((least, { octas }) => (octas < least ? octas : least), atBegin)
          expect(held).toBeLessThanOrEqual(leastOfHour)
          const raises = (hours: bigint) =>
            since(hours).filter((one) => one.octas > (history[history.indexOf(one) - 1]?.octas ?? 0n)).length
          if (raises(1n) === 0) expect(held).toBe(balance)
          if (raises(2n) <= 1) expect(held).toBe(leastOfHour)
        }
        let version = 0n
        let waiting: IndexedTransaction[] = []
        const commit = async () => {
          await applyBatch(store.db, batchOf(waiting))
          await applyBatch(store.db, batchOf(waiting))
          waiting = []
          await check(timeOf(version))
        }
        for (const { after, octas, isCut } of changes) {
          version += 1n + after
          history.push({ atMicros: timeOf(version), octas })
          waiting.push(holding(version, ANNA, octas))
          if (isCut) await commit()
        }
        if (waiting.length > 0) await commit()
        await check(timeOf(version + last))
      })
    }),
    {
      numRuns: runs(10),
      examples: [
        [raisedTwice(true), 0n],
        [raisedTwice(false), 0n],
      ],
    },
  )
})

const step = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    who: fc.constantFrom(ANNA, BEN),
    price: fc.bigInt(1n, 9n),
    wanted: fc.bigInt(1n, 3n),
    lasts: fc.bigInt(0n, 4_000n),
  }),
  fc.record({ do: fc.constant('hold' as const), who: fc.constantFrom(ANNA, BEN), octas: fc.bigInt(0n, 30n) }),
  fc.record({ do: fc.constant('store' as const), who: fc.constantFrom(ANNA, BEN), accepts: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.bigInt(0n, 2_000n) }),
  fc.record({ do: fc.constant('marketplace' as const), isOpen: fc.boolean() }),
)

// @feature bid.pool-covered
test('a pooled offer counts as far as its pool pays, its bidder accepts v1 tokens, it has not expired and the marketplace is open, whatever changes first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await stores.use(async (store) => {
        await insertRows(store, collections, [COLLECTION_V1])
        const offers: Offer[] = []
        const balances = new Map<string, bigint>()
        const accepts = new Map<string, boolean>()
        let [now, isOpen] = [timeOf(0n), true]
        for (const [at, each] of steps.entries()) {
          const version = BigInt(at + 1)
          const later = timeOf(version)
          if (each.do !== 'wait' && each.do !== 'marketplace' && later > now) now = later
          if (each.do === 'place') {
            const expiresAtSeconds = later / 1_000_000n + each.lasts
            const { who: buyer, price, wanted } = each
            offers.push({
              id: address(`b${at.toString(16)}`),
              buyer,
              price,
              wanted,
              expiresAtSeconds,
              collection: COLLECTION,
            })
            await applyBatch(store.db, batchOf([placing(version, offers.slice(-1))]))
          }
          if (each.do === 'hold') {
            balances.set(each.who, each.octas)
            await applyBatch(store.db, batchOf([holding(version, each.who, each.octas)]))
          }
          if (each.do === 'store') {
            accepts.set(each.who, each.accepts)
            const tokenStores = [{ owner: each.who, acceptsTransfers: each.accepts }]
            await applyBatch(store.db, batchOf([indexed(version, [], { tokenStores })]))
          }
          if (each.do === 'wait') {
            now += each.seconds * 1_000_000n
            await settleTime(store.db, now)
          }
          if (each.do === 'marketplace') {
            isOpen = each.isOpen
            await writeMarketplaces(store.db, [{ ...NATIVE, status: isOpen ? 'active' : 'cancel-only' }])
            // Offers of a closed marketplace expire once it is open.
            await settleTime(store.db, now)
          }
          const expected = offers.map(({ id, buyer, price, wanted, expiresAtSeconds }) => {
            const covered = (balances.get(buyer) ?? 0n) / price
            const paid = covered < wanted ? covered : wanted
            const open = accepts.get(buyer) === false ? 'bidder-refuses' : paid === 0n ? 'unfunded' : 'valid'
            const live = expiresAtSeconds <= now / 1_000_000n ? 'expired' : open
            return [id, `${paid} ${isOpen ? live : 'marketplace-closed'}`] as const
          })
          expect(await rowsOf(store)).toEqual(new Map(expected))
          const valid = offers.filter(({ id }) => new Map(expected).get(id)?.endsWith(' valid'))
          const best = valid
            .map(({ price }) => price)
            .reduce<bigint | null>((top, one) => (top === null || one > top ? one : top), null)
          if (offers.length > 0) expect((await topBids(store)).get(COLLECTION)).toBe(best)
        }
      })
    }),
    { numRuns: runs(12) },
  )
})
