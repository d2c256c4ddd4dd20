import type { MarketEvent } from '@opal/domain/market-event'
import { NO_TERMS } from '@opal/domain/prices/listing-terms'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { applyBatch, rederive } from '../apply-batch.ts'
import { NOTHING_DUE } from '../orders/due-orders.ts'
import { clearDerived } from '../stream/clear-derived.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { address, batchOf, COLLECTION, eventBase, indexed, timeOf, token } from '../testing/market-story.ts'
import { settleTime } from './settle-time.ts'

const stores = emptyStores()
const [ANNA, BEN] = [address('f0'), address('f1')]
const TOKEN = token(address('b0'))
/** When everything of these tests is over. */
const END_MICROS = timeOf(3n)

const KINDS = ['listing', 'token-offer', 'collection-offer', 'closed-bid'] as const
interface Due {
  readonly kind: (typeof KINDS)[number]
  readonly isRefused: boolean
  /** Seconds. */
  readonly after: bigint
}
const due: fc.Arbitrary<Due> = fc.record({
  kind: fc.constantFrom(...KINDS),
  isRefused: fc.boolean(),
  after: fc.bigInt(1n, 900n),
})

/** Ids of orders that the database refuses end with the same word. */
function idOf({ kind, isRefused }: Due, at: number): string {
  return address(`${KINDS.indexOf(kind) + 1}${at.toString(16).padStart(4, '0')}${isRefused ? 'bad' : '000'}`)
}

function placed(one: Due, at: number, version = 1n): MarketEvent {
  const [id, expiresAtSeconds] = [idOf(one, at), timeOf(version) / 1_000_000n + one.after]
  const base = eventBase(version, at, 1_000n + BigInt(at))
  switch (one.kind) {
    case 'listing': {
      const terms = { ...NO_TERMS, expiresAtSeconds }
      return { ...base, kind: 'listing-placed', token: TOKEN, listingId: address(id.slice(2)), seller: ANNA, terms }
    }
    case 'token-offer':
      return {
        ...base,
        kind: 'token-offer-placed',
        token: TOKEN,
        offerId: address(id.slice(2)),
        buyer: ANNA,
        expiresAtSeconds,
      }
    default: {
      const isClosed = one.kind === 'closed-bid'
      const bid = {
        offerId: address(id.slice(2)),
        tokenAmount: 1n,
        expiresAtSeconds: isClosed ? null : expiresAtSeconds,
      }
      return { ...base, kind: 'collection-offer-placed', buyer: isClosed ? BEN : ANNA, ...bid }
    }
  }
}

/** Places orders, then closes the account of {@link BEN}, and has the database refuse some of what follows. */
async function prepare(store: Store, orders: readonly Due[], sqlstate = '22003'): Promise<void> {
  await store.pool.query(
    `insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
      token_standard, last_transaction_version, last_transaction_timestamp)
      values ($1, 'x', 'n', '', '', 0, 'v1', 1, '2026-01-01')`,
    [COLLECTION],
  )
  await applyBatch(store.db, {
    ...batchOf([
      indexed(
        1n,
        orders.map((one, at) => placed(one, at)),
      ),
    ]),
    due: NOTHING_DUE,
  })
  const closes = batchOf([indexed(2n, [], { tokenStores: [{ owner: BEN, acceptsTransfers: false }] })])
  await applyBatch(store.db, { ...closes, due: NOTHING_DUE })
  await store.pool.query(`
    create sequence public.refusals;
    create function public.refuse() returns trigger language plpgsql as $$
    begin
      perform nextval('public.refusals');
      raise exception 'refused: %', old using errcode = '${sqlstate}';
    end $$;
    create trigger refuse before update on market.listings for each row
      when (old.listing_id like '%bad' and new.validity = 'expired') execute function public.refuse();
    create trigger refuse before update on market.token_offers for each row
      when (old.offer_id like '%bad' and new.validity = 'expired') execute function public.refuse();
    create trigger refuse before update on market.collection_offers for each row
      when (old.offer_id like '%bad' and new.validity = 'expired') execute function public.refuse();
    create trigger refuse before update on market.offer_spans for each row
      when (old.offer_id like '%bad' and new.to_micros is not null) execute function public.refuse()`)
}

async function accept(store: Store): Promise<void> {
  await store.pool.query('drop function public.refuse cascade')
}

/** Settles time up to a moment. @returns the orders that are reported as refused */
async function settle(store: Store, nowMicros: bigint): Promise<readonly string[]> {
  const refused: string[] = []
  await settleTime(store.db, nowMicros, ({ order_id }) => refused.push(order_id))
  return refused.sort()
}

/** Returns the orders that time has ended, of those whose end it is. */
async function endedIn(store: Store): Promise<readonly string[]> {
  const { rows } = await store.pool.query<{ id: string }>(`
    select listing_id as id from market.listings where validity = 'expired'
    union all select offer_id from market.token_offers where validity = 'expired'
    union all select offer_id from market.collection_offers where validity = 'expired'
    union all select offer_id from market.offer_spans where buyer = '${BEN}' and to_micros is not null`)
  return rows.map(({ id }) => id).sort()
}

async function notedIn({ db }: Store): Promise<readonly string[]> {
  const rows = await db.selectFrom('market.unsettled_orders').select('order_id').orderBy('order_id').execute()
  return rows.map(({ order_id }) => order_id)
}

async function refusalsOf(store: Store): Promise<string> {
  return (
    (await store.pool.query<{ last_value: string }>('select last_value from public.refusals')).rows[0]?.last_value ?? ''
  )
}

// @feature operate.refused-transactions
describe('orders whose rows the database refuses as time changes them', () => {
  test('hold up no others, whichever and however many they are: these end in the same pass, and they are noted once', async () => {
    const sqlstates = fc.constantFrom('21000', '22003', '23514', '54000')
    await fc.assert(
      fc.asyncProperty(fc.array(due, { minLength: 1, maxLength: 20 }), sqlstates, async (orders, sqlstate) => {
        await stores.use(async (store) => {
          await prepare(store, orders, sqlstate)
          const ids = (isRefused: boolean) =>
            orders.flatMap((one, at) => (one.isRefused === isRefused ? [idOf(one, at)] : [])).sort()
          expect(await settle(store, END_MICROS)).toEqual(ids(true))
          expect(await endedIn(store)).toEqual(ids(false))
          expect(await notedIn(store)).toEqual(ids(true))
          expect(await store.db.selectFrom('market.refusals_due').selectAll().execute()).toEqual([])
          const tries = await refusalsOf(store)
          const later: Due = { kind: 'listing', isRefused: false, after: 5n }
          await applyBatch(store.db, batchOf([indexed(4n, [placed(later, 99, 4n)])]))
          expect(await settle(store, timeOf(5n))).toEqual([])
          expect(await endedIn(store)).toEqual([...ids(false), idOf(later, 99)].sort())
          expect(await refusalsOf(store)).toBe(tries)
        })
      }),
      { numRuns: runs(5, 60) },
    )
  })

  test('are due again once a transaction has changed them, and after a rebuild has begun', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('listing', 'token-offer', 'collection-offer'),
        fc.boolean(),
        async (kind, isRebuilt) => {
          await stores.use(async (store) => {
            const one: Due = { kind, isRefused: true, after: 5n }
            await prepare(store, [one])
            expect(await settle(store, timeOf(2n))).toEqual([idOf(one, 0)])
            await accept(store)
            expect([await settle(store, timeOf(3n)), await endedIn(store)]).toEqual([[], []])
            if (isRebuilt) await store.db.transaction().execute(clearDerived)
            else await applyBatch(store.db, batchOf([indexed(3n, [placed(one, 0, 3n)])]))
            expect(await notedIn(store)).toEqual([])
            if (isRebuilt) return
            expect([await settle(store, timeOf(4n)), await endedIn(store)]).toEqual([[], [idOf(one, 0)]])
          })
        },
      ),
      { numRuns: runs(4) },
    )
  })

  test('are none where the database refuses to advance time at all', async () => {
    await stores.use(async (store) => {
      await prepare(store, [
        { kind: 'listing', isRefused: false, after: 5n },
        { kind: 'token-offer', isRefused: false, after: 5n },
      ])
      await store.pool.query(
        'create trigger refuse before update on market.clock for each row execute function public.refuse()',
      )
      await expect(settle(store, END_MICROS)).rejects.toMatchObject({ code: '22003' })
      expect([await notedIn(store), await endedIn(store)]).toEqual([[], []])
    })
  })
})

test('a rebuild takes back what a clock that was ahead has ended', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('listing', 'token-offer', 'collection-offer'),
      fc.bigInt(1n, 10_000n),
      async (kind, daysAhead) => {
        await stores.use(async (store) => {
          const after = 43_200n
          const one: Due = { kind, isRefused: false, after }
          await prepare(store, [one])
          await settle(store, timeOf(2n) + daysAhead * 86_400_000_000n)
          expect(await endedIn(store)).toEqual([idOf(one, 0)])
          const { position } = batchOf([])
          await store.db.transaction().execute(async (transaction) => {
            await clearDerived(transaction)
            const transactions = [indexed(1n, [placed(one, 0)])]
            await rederive(transaction, {
              transactions,
              stops: [],
              position: { ...position, lastTimestampMicros: null },
            })
          })
          expect(await endedIn(store)).toEqual([])
          await settle(store, timeOf(1n) + after * 1_000_000n)
          expect(await endedIn(store)).toEqual([idOf(one, 0)])
        })
      },
    ),
    { numRuns: runs(6, 30) },
  )
})
