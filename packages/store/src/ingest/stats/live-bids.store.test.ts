import type { Address } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import { buildTokenSet, leafOf, type SetHash } from '@opal/domain/tokens/token-set'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { address, batchOf, eventBase, indexed, timeOf, token } from '../testing/market-story.ts'
import { settleNextBidder, settleNextPool } from './settle-bidders.ts'
import { settleTime } from './settle-time.ts'

const stores = emptyStores()
const WALLETS = [address('f0'), address('f1')] as const
const COLLECTIONS = [address('c0'), address('c1')] as const
const ROOT = buildTokenSet([leafOf({ standard: 'v2', tokenDataId: address('a0') })]).root

interface Offer {
  readonly id: Address
  readonly buyer: Address
  readonly collection: Address
  readonly price: bigint
  readonly setRoot: SetHash | null
  wanted: bigint
}

const step = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    who: fc.constantFrom(...WALLETS),
    collection: fc.constantFrom(...COLLECTIONS),
    price: fc.bigInt(1n, 9n),
    wanted: fc.bigInt(1n, 3n),
    isOnSet: fc.boolean(),
    lasts: fc.constantFrom(1_000n, 1_000_000n),
  }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'fill' as const), nth: fc.nat(9) }),
  fc.record({ do: fc.constant('hold' as const), who: fc.constantFrom(...WALLETS), octas: fc.bigInt(0n, 30n) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(500n, 2_000n) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Returns the batch that a step commits; null where it does nothing. */
function transactionOf(version: bigint, done: Step, offers: Offer[]): IndexedTransaction | null {
  if (done.do === 'wait') return null
  const pool = (wallet: Address, balanceOctas: bigint) => ({
    marketplace: 'opal',
    version,
    eventIndex: 0,
    atMicros: timeOf(version),
    kind: 'deposit' as const,
    wallet,
    amountOctas: 1n,
    balanceOctas,
  })
  if (done.do === 'hold') return { ...indexed(version, []), pools: [pool(done.who, done.octas)] }
  const base = ({ id, buyer, collection, price }: Offer) => {
    const event = eventBase(version, 0, price)
    return { ...event, collection: { ...event.collection, collectionId: collection }, offerId: id, buyer }
  }
  if (done.do === 'place') {
    const { who: buyer, collection, price, wanted, isOnSet, lasts } = done
    const setRoot = isOnSet ? ROOT : null
    const offer = { id: address(`b${version.toString(16)}`), buyer, collection, price, setRoot, wanted }
    offers.push(offer)
    const expiresAtSeconds = timeOf(version) / 1_000_000n + lasts
    return indexed(version, [
      { ...base(offer), kind: 'pool-offer-placed', tokenAmount: wanted, expiresAtSeconds, setRoot },
    ])
  }
  const offer = offers[done.nth % Math.max(1, offers.length)]
  if (offer === undefined || offer.wanted === 0n) return null
  if (done.do === 'cancel') {
    const remainingAmount = offer.wanted
    offer.wanted = 0n
    const { setRoot } = offer
    return indexed(version, [{ ...base(offer), kind: 'pool-offer-cancelled', remainingAmount, setRoot }])
  }
  offer.wanted -= 1n
  const sold = {
    token: token(address(`a${version.toString(16)}`)),
    seller: address('5e'),
    remainingAmount: offer.wanted,
  }
  const split = { commissionOctas: 0n, royaltyOctas: 0n }
  return indexed(version, [{ ...base(offer), kind: 'pool-offer-filled', ...sold, ...split }])
}

/** Rows of bids by id: their collection, and what can be filled of them. */
async function readBids(store: Store) {
  const rows = await store.db
    .selectFrom('market.collection_offers')
    .select(['offer_id', 'collection_id', 'set_root', 'remaining_amount', 'validity', 'state'])
    .execute()
  return new Map(
    rows.map((row) => [row.offer_id, { ...row, now: `${row.remaining_amount} ${row.validity} ${row.state}` }]),
  )
}
type Bids = Awaited<ReturnType<typeof readBids>>

/** Messages after an id: collections whose bids changed, and wallets whose pools did. */
async function readFeed(store: Store, after: bigint) {
  const rows = await store.db
    .selectFrom('market.change_feed')
    .select(['id', 'kind', 'collection_id', 'payload'])
    .where('id', '>', after)
    .orderBy('id')
    .execute()
  return {
    bids: new Set(rows.flatMap((row) => (row.kind === 'bid_change' ? [row.collection_id] : []))),
    pools: rows.flatMap(({ kind, payload }) => (kind === 'pool_change' ? [payload] : [])),
    last: rows.at(-1)?.id ?? after,
  }
}

function collectionsOf(before: Bids, after: Bids, isMeant: (id: string) => boolean): ReadonlySet<string> {
  const changed = [...after].filter(([id, { now }]) => isMeant(id) && before.get(id)?.now !== now)
  return new Set(changed.map(([, row]) => row.collection_id))
}

function touchedIn(offers: readonly Offer[], ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(offers.flatMap(({ id, collection }) => (ids.has(id) ? [collection] : [])))
}

// @feature bids.live, bid.pool-covered
test('announces every collection whose bids can fill more or less, and every pool that changes, once, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await stores.use(async (store) => {
        const offers: Offer[] = []
        let [last, now] = [0n, timeOf(0n)]
        for (const [at, done] of steps.entries()) {
          const version = BigInt(at + 1)
          const before = await readBids(store)
          const transaction = transactionOf(version, done, offers)
          if (transaction !== null) {
            await applyBatch(store.db, batchOf([transaction]))
            // A batch that is repeated announces nothing.
            await applyBatch(store.db, batchOf([transaction]))
            now = timeOf(version) > now ? timeOf(version) : now
          } else if (done.do === 'wait') {
            now += done.seconds * 1_000_000n
            await settleTime(store.db, now)
          }
          const after = await readBids(store)
          const feed = await readFeed(store, last)
          last = feed.last
          const touched = new Set(transaction?.market.map((event) => ('offerId' in event ? event.offerId : '')))
          const isUnsaid = (id: string) => !touched.has(id) || after.get(id)?.set_root !== null
          for (const id of collectionsOf(before, after, isUnsaid)) expect(feed.bids).toContain(id)
          const isChanged = (id: string | null) =>
            id !== null && (collectionsOf(before, after, () => true).has(id) || touchedIn(offers, touched).has(id))
          expect([...feed.bids].filter((id) => !isChanged(id))).toEqual([])
          expect(feed.pools).toEqual(done.do === 'hold' ? [{ marketplace: 'opal', wallet: done.who }] : [])
        }
      })
    }),
    { numRuns: runs(15) },
  )
})

test('announces the collections of a bidder with many bids part by part, as they change', async () => {
  await stores.use(async (store) => {
    const many = Array.from({ length: 120 }, (_, at) => {
      const event = eventBase(1n, at, 5n)
      const collection = { ...event.collection, collectionId: address(`c${at.toString(16)}`) }
      const terms = { tokenAmount: 2n, expiresAtSeconds: 4_000_000_000n, setRoot: null }
      return {
        ...event,
        collection,
        kind: 'pool-offer-placed' as const,
        buyer: WALLETS[0],
        offerId: address(`b${at.toString(16)}`),
        ...terms,
      }
    })
    await applyBatch(store.db, batchOf([indexed(1n, many)]))
    for (const [at, octas] of [7n, 12n, 8n, 0n].entries()) {
      const transaction = transactionOf(BigInt(at + 2), { do: 'hold', who: WALLETS[0], octas }, [])
      const { last } = await readFeed(store, 0n)
      if (transaction !== null) await applyBatch(store.db, batchOf([transaction]))
      let feed = await readFeed(store, last)
      expect([...feed.bids]).toEqual([])
      const announced = new Set<string | null>()
      do {
        const before = await readBids(store)
        await settleNextBidder(store.db)
        if (!(await settleNextPool(store.db))) break
        const known = feed.last
        feed = await readFeed(store, known)
        expect(feed.bids).toEqual(collectionsOf(before, await readBids(store), () => true))
        for (const one of feed.bids) announced.add(one)
      } while (announced.size <= many.length)
      expect(announced.size).toBe(many.length)
    }
  })
})
