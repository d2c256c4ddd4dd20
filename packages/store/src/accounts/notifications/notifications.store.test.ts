import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Store } from '../../driver/connection.ts'
import type { ChangeFeedRow } from '../../schema/stream.ts'
import { appendChanges } from '../../testing/append-changes.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { CREATOR } from '../../testing/small-market-ids.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { removeFavourite } from '../favourites.ts'
import { openSession } from '../sessions.ts'
import { deleteAccount } from '../wallets.ts'
import { notifyChanges } from './notify-changes.ts'
import { notifyTime } from './notify-time.ts'
import { countUnread, markRead, readNotifications, readNotificationsAfter } from './read-notifications.ts'
import { writeNotificationSetting } from './settings.ts'

const id = (byte: string) => `0x${byte.repeat(32)}`
const ids = {
  collectionId: id('c0'),
  tokenDataId: id('70'),
  listedTokenDataId: id('71'),
  owner: id('a1'),
  buyer: id('b0'),
}
const NOW = 1_790_000_000_000_000n

let store: Store
let stack: AsyncDisposableStack
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  const { databaseUrl } = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-test' }))
  await seedSmallMarket(store, { ids, marketplace: 'opal', nowMicros: NOW })
  await drain()
  for (const wallet of [ids.owner, ids.buyer]) await signIn(wallet)
})
afterEach(() => stack.disposeAsync())

const signIn = (wallet: string) =>
  openSession(store, wallet, { wallet, openedAtMicros: NOW, expiresAtMicros: NOW + 3_600_000_000n })

async function drain(): Promise<number> {
  let added = 0
  while (true) {
    const notified = await notifyChanges(store)
    added += notified.added
    if (!notified.hasMore) return added
  }
}

const notificationsOf = (wallet: string) => readNotifications(store, wallet, { take: 100 })
const typesOf = async (wallet: string) => (await notificationsOf(wallet)).map((each) => each.type)

let version = 1_000n
function activity(kind: string, payload: Record<string, string | null>): Omit<ChangeFeedRow, 'id'> {
  version += 1n
  const all = { index: 3, kind, marketplace: 'opal', tokenDataId: ids.tokenDataId, from: null, to: null, orderId: null }
  const base = { version, at_micros: NOW, collection_id: ids.collectionId, kind: 'activity' }
  return { ...base, payload: { ...all, priceOctas: '5', amount: null, ...payload } }
}
const floor = (old: string | null, next: string | null): Omit<ChangeFeedRow, 'id'> => ({
  version: 95n,
  at_micros: NOW,
  collection_id: ids.collectionId,
  kind: 'floor_change',
  payload: { old, new: next },
})

describe('notifications of the change feed', () => {
  it('notify a seller of a sale, and of an accepted bid', async () => {
    const sale = activity('sale', { from: ids.owner, to: CREATOR, priceOctas: '200' })
    await appendChanges(store, [sale, activity('accept-token-bid', { from: ids.owner, to: ids.buyer })])
    expect(await drain()).toBe(2)
    const notified = await notificationsOf(ids.owner)
    expect(notified).toHaveLength(2)
    expect(notified[1]).toMatchObject({
      type: 'sold',
      version: sale.version,
      priceOctas: 200n,
      otherWallet: CREATOR,
      tokenDataId: ids.tokenDataId,
      tokenName: 'Monkey #8',
      collectionName: 'Monkeys',
      isRead: false,
    })
    expect(await notificationsOf(ids.buyer)).toEqual([])
  })

  it('are written once by many processes at once, and not again', async () => {
    await appendChanges(
      store,
      Array.from({ length: 1_200 }, () => activity('sale', { from: ids.owner, to: CREATOR })),
    )
    const added = await Promise.all([drain(), drain(), drain()])
    expect(added.reduce((sum, each) => sum + each, 0)).toBe(1_200)
    await store.pool.query('update account.notification_progress set change_id = change_id - 1200')
    expect(await drain()).toBe(0)
    expect(await countUnread(store, ids.owner)).toBe(1_200)
  })

  it('are not written for wallets that never signed in', async () => {
    await appendChanges(store, [activity('sale', { from: CREATOR, to: ids.owner })])
    expect(await drain()).toBe(0)
    await signIn(CREATOR)
    expect(await notificationsOf(CREATOR)).toEqual([])
  })

  it('notify the holder of a bid on a token, but not the bidder, nor all holders of an edition', async () => {
    await appendChanges(store, [
      activity('token-bid', { from: ids.buyer, orderId: id('55'), priceOctas: '70000000' }),
      activity('token-bid', { from: ids.owner, priceOctas: '80000000' }),
    ])
    await drain()
    expect(await notificationsOf(ids.owner)).toMatchObject([
      { type: 'offer-received', otherWallet: ids.buyer, priceOctas: 70_000_000n, propertyVersion: null },
    ])
    await store.pool.query(
      `insert into market.token_holders select token_data_id, property_version, 'holder' || n, collection_id, 1
       from market.token_holders, generate_series(1, 20) n where token_data_id = $1`,
      [ids.tokenDataId],
    )
    await appendChanges(store, [activity('token-bid', { from: ids.buyer, priceOctas: '90000000' })])
    expect(await drain()).toBe(0)
  })

  it('notify the best bidder of a higher bid on the same collection or token', async () => {
    await appendChanges(store, [
      activity('collection-bid', { from: CREATOR, tokenDataId: null, priceOctas: '150000000' }),
      activity('collection-bid', { from: CREATOR, tokenDataId: null, priceOctas: '150000001' }),
      activity('token-bid', { from: CREATOR, priceOctas: '180000001' }),
    ])
    await drain()
    expect((await notificationsOf(ids.buyer)).map((each) => [each.type, each.oldPriceOctas, each.priceOctas])).toEqual([
      ['outbid', 180_000_000n, 180_000_001n],
      ['outbid', 150_000_000n, 150_000_001n],
    ])
  })

  it('leave out a bid that cannot be met, or below the least price here', async () => {
    const orderId = id('99')
    await store.pool.query(
      `insert into market.collection_offers select (o).* from (
         select jsonb_populate_record(o, jsonb_build_object('offer_id', $1::text, 'buyer', $2::text)) o
         from market.collection_offers o where buyer = $3 and state = 'open' limit 1) made`,
      [orderId, CREATOR, ids.buyer],
    )
    for (const validity of ['bidder-refuses', 'expired', 'exhausted', 'venue-closed', 'ended', 'valid']) {
      await store.pool.query('update market.collection_offers set validity = $1 where offer_id = $2', [
        validity,
        orderId,
      ])
      await appendChanges(store, [
        activity('collection-bid', { from: CREATOR, tokenDataId: null, orderId, priceOctas: '950000000' }),
      ])
      expect(await drain(), validity).toBe(validity === 'valid' ? 1 : 0)
    }
    await store.pool.query('update market.collection_stats set floor_octas = null, last_sale_octas = null')
    for (const priceOctas of ['99999', '100000']) {
      await appendChanges(store, [activity('token-bid', { from: ids.buyer, priceOctas })])
      expect(await drain(), priceOctas).toBe(priceOctas === '100000' ? 1 : 0)
    }
  })

  it('leave out a bid on an item that its creator has frozen, which its holder could not accept', async () => {
    const frozen = 'update chain.current_token_ownerships_v2 set is_soulbound_v2 = $1 where token_data_id = $2'
    for (const isFrozen of [true, false]) {
      await store.pool.query(frozen, [isFrozen, ids.tokenDataId])
      await appendChanges(store, [activity('token-bid', { from: ids.buyer, priceOctas: '100000000' })])
      expect(await drain()).toBe(isFrozen ? 0 : 1)
    }
  })

  // @feature notifications.bids
  describe('of a bid on one edition of a v1 token', () => {
    const [first, third, both] = [ids.owner, id('e3'), id('e4')]
    const bidOn = async (edition: bigint, buyer: string, priceOctas: bigint) => {
      const orderId = id(String(50n + 10n * edition + priceOctas / 100_000_000n))
      await store.pool.query(
        `insert into market.token_offers select (o).* from (
           select jsonb_populate_record(o, jsonb_build_object('offer_id', $1::text, 'buyer', $2::text, 'token_standard', 'v1', 'state', 'open',
             'property_version', $3::numeric, 'price_octas', $4::numeric, 'placed_version', $5::bigint)) o
           from market.token_offers o where expires_at_seconds is null limit 1) made`,
        [orderId, buyer, edition, priceOctas, version + 1n],
      )
      await appendChanges(store, [activity('token-bid', { from: buyer, orderId, priceOctas: String(priceOctas) })])
      await drain()
    }
    beforeEach(async () => {
      for (const wallet of [third, both]) await signIn(wallet)
      await store.pool.query('delete from market.token_holders where token_data_id = $1', [ids.tokenDataId])
      await store.pool.query(`update market.token_offers set state = 'cancelled'`)
      for (const [edition, holder] of [
        [0, first],
        [3, third],
        [0, both],
        [3, both],
      ])
        await store.pool.query('insert into market.token_holders values ($1, $2, $3, $4, 1)', [
          ids.tokenDataId,
          edition,
          holder,
          ids.collectionId,
        ])
    })
    /** Which edition each wallet was told of: null where it needs no name. */
    const toldOf = async (type: string) => {
      const all = await Promise.all([first, third, both, ids.buyer].map(notificationsOf))
      return all.map((rows) => rows.filter((row) => row.type === type).map((row) => row.propertyVersion))
    }

    it.each([
      [3n, [[], [3n], [3n], []]],
      [0n, [[null], [], [0n], []]],
      [1n, [[], [], [], []]],
    ])('edition %s: notifies who holds it, and names it to who may mistake it', async (edition, told) => {
      await bidOn(edition, ids.buyer, 100_000_000n)
      expect(await toldOf('offer-received')).toEqual(told)
    })

    it('notifies the best bidder of the same edition that there is a higher bid, not those of others', async () => {
      await bidOn(0n, ids.buyer, 100_000_000n)
      await bidOn(3n, CREATOR, 200_000_000n)
      expect((await typesOf(ids.buyer)).filter((type) => type === 'outbid')).toEqual([])
      await bidOn(0n, CREATOR, 300_000_000n)
      expect((await typesOf(ids.buyer)).filter((type) => type === 'outbid')).toEqual(['outbid'])
    })
  })

  it('notify a seller once that a listed token moved away', async () => {
    await store.pool.query(`update market.listings set validity = 'seller-lost-token' where seller = $1`, [ids.owner])
    const moved = { tokenDataId: ids.listedTokenDataId, from: ids.owner, to: CREATOR }
    await appendChanges(store, [activity('transfer', moved), activity('transfer', moved)])
    await drain()
    await appendChanges(store, [activity('transfer', moved)])
    await drain()
    expect(await notificationsOf(ids.owner)).toMatchObject([{ type: 'listing-invalid', priceOctas: 200_000_000n }])
  })
})

// @feature notifications.bids
describe('bids that are placed and taken back again and again', () => {
  const DAY = 86_400_000_000n
  const bid = (from: string, priceOctas: bigint, tokenDataId: string, atMicros = NOW) => ({
    ...activity('token-bid', { from, priceOctas: String(priceOctas), tokenDataId, orderId: null }),
    at_micros: atMicros,
  })
  const bids = fc.array(
    fc.record({
      from: fc.constantFrom(CREATOR, ids.buyer),
      tokenDataId: fc.constantFrom(ids.tokenDataId, ids.listedTokenDataId),
      // The floor is 2 APT: a quarter of it is the least.
      priceOctas: fc.oneof(fc.bigInt(40_000_000n, 60_000_000n), fc.bigInt(40_000_000n, 400_000_000n)),
      /** Whether the feed is read after it. */
      isRead: fc.boolean(),
    }),
    { minLength: 1, maxLength: 9 },
  )

  it('notify of a quarter of the floor and more, and of one item only where the bid is a step higher', async () => {
    await fc.assert(
      fc.asyncProperty(bids, async (made) => {
        await store.pool.query('delete from account.notifications')
        const told: (typeof made)[number][] = []
        for (const { isRead, ...each } of made) {
          await appendChanges(store, [bid(each.from, each.priceOctas, each.tokenDataId)])
          if (isRead) await drain()
          const isNews = told.every(
            (one) => one.tokenDataId !== each.tokenDataId || step(one.priceOctas) < step(each.priceOctas),
          )
          if (each.priceOctas >= 50_000_000n && isNews) told.push({ isRead, ...each })
        }
        await drain()
        const notified = (await notificationsOf(ids.owner)).map((row) => [
          row.otherWallet,
          row.tokenDataId,
          row.priceOctas,
        ])
        expect(notified.toReversed()).toEqual(told.map((one) => [one.from, one.tokenDataId, one.priceOctas]))
      }),
      { numRuns: runs(25) },
    )
  })
  /** Prices within a tenth of each other are mostly one step. */
  const step = (octas: bigint) => Math.floor(Math.log(Number(octas)) / Math.log(1.1))

  /** A bid of a story: it is placed by one event, and may be ended by another. */
  interface StoryBid {
    readonly from: string
    readonly tokenDataId: string
    readonly priceOctas: bigint
    readonly orderId: string
    state: 'open' | 'filled' | 'cancelled'
    validity: string
  }
  const BIDDERS = [CREATOR, ids.buyer, id('b1'), id('b2')]
  const ENDS = {
    cancel: { state: 'cancelled', validity: 'ended' },
    fill: { state: 'filled', validity: 'ended' },
    expire: { state: 'open', validity: 'expired' },
    unfund: { state: 'open', validity: 'unfunded' },
  } as const
  const storyEvents = fc.array(
    fc.oneof(
      fc.record({
        from: fc.constantFrom(...BIDDERS),
        tokenDataId: fc.constantFrom(ids.tokenDataId, ids.listedTokenDataId),
        priceOctas: fc.bigInt(50_000_000n, 900_000_000n),
        isRead: fc.boolean(),
      }),
      fc.record({
        end: fc.nat(),
        how: fc.constantFrom(...(Object.keys(ENDS) as (keyof typeof ENDS)[])),
        isRead: fc.boolean(),
      }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  const placeBid = async ({ from, tokenDataId, priceOctas, orderId }: StoryBid) => {
    const placed = activity('token-bid', { from, priceOctas: String(priceOctas), tokenDataId, orderId })
    await store.pool.query(
      `insert into market.token_offers select (o).* from (
         select jsonb_populate_record(o, jsonb_build_object('offer_id', $1::text, 'buyer', $2::text, 'token_data_id', $3::text,
           'price_octas', $4::numeric, 'placed_version', $5::bigint, 'state', 'open', 'validity', 'valid')) o
         from market.token_offers o limit 1) made`,
      [orderId, from, tokenDataId, priceOctas, placed.version],
    )
    await appendChanges(store, [placed])
  }
  const endBid = async (bid: StoryBid, how: keyof typeof ENDS) => {
    const { state, validity } = Object.assign(bid, ENDS[how])
    await store.pool.query('update market.token_offers set state = $1, validity = $2 where offer_id = $3', [
      state,
      validity,
      bid.orderId,
    ])
    if (how !== 'cancel') return
    await appendChanges(store, [activity('cancel-token-bid', { ...toldOf(bid), priceOctas: String(bid.priceOctas) })])
  }
  const toldOf = ({ from, tokenDataId, orderId }: StoryBid) => ({ from, tokenDataId, orderId })

  // @feature notifications.bids
  it('of other bidders silence none once they are gone, and of the same bidder they do', async () => {
    await fc.assert(
      fc.asyncProperty(storyEvents, async (events) => {
        await store.pool.query('delete from account.notifications')
        await store.pool.query(`delete from market.token_offers where offer_id like 'story%'`)
        await store.pool.query(`update market.token_offers set state = 'cancelled', validity = 'ended'`)
        const bids: StoryBid[] = []
        const notified: StoryBid[] = []
        let unread: { readonly bid: StoryBid; readonly isCancelled: boolean; readonly placed: number }[] = []
        const isValid = ({ state, validity }: StoryBid) => state === 'open' && validity === 'valid'
        const read = async () => {
          await drain()
          const before = [...notified]
          const seen: StoryBid[] = []
          for (const { bid, isCancelled, placed } of unread) {
            const best = bids
              .slice(0, placed)
              .filter((one) => one.tokenDataId === bid.tokenDataId && isValid(one))
              .toSorted((one, other) => Number(other.priceOctas - one.priceOctas))[0]
            const candidate = isCancelled ? best : bid
            if (candidate === undefined || !isValid(candidate)) continue
            if (isCancelled && (candidate.priceOctas >= bid.priceOctas || before.includes(candidate))) continue
            const isLower = (one: StoryBid) =>
              one.tokenDataId === candidate.tokenDataId && step(one.priceOctas) >= step(candidate.priceOctas)
            const silencing = before.filter(
              (one) => isLower(one) && (one.from === candidate.from || isValid(one) || one.state === 'filled'),
            )
            if (silencing.length === 0 && !seen.some(isLower)) notified.push(candidate)
            seen.push(candidate)
          }
          unread = []
        }
        for (const [at, event] of events.entries()) {
          if ('from' in event) {
            const { isRead: _, ...placed } = event
            const bid: StoryBid = { ...placed, orderId: `story ${at}`, state: 'open', validity: 'valid' }
            await placeBid(bid)
            bids.push(bid)
            unread.push({ bid, isCancelled: false, placed: bids.length })
          } else {
            const open = bids.filter(isValid)
            const bid = open[event.end % Math.max(open.length, 1)]
            if (bid === undefined) continue
            await endBid(bid, event.how)
            if (event.how === 'cancel') unread.push({ bid, isCancelled: true, placed: bids.length })
          }
          if (event.isRead) await read()
        }
        await read()
        const told = (await notificationsOf(ids.owner)).filter(({ type }) => type === 'offer-received')
        expect(told.toReversed().map(({ orderId }) => orderId)).toEqual(notified.map(({ orderId }) => orderId))
      }),
      { numRuns: runs(40) },
    )
  })

  it('by one bidder notify of an item once a day at one price, however often they are placed and cancelled', async () => {
    for (let at = 0; at < 30; at += 1) {
      const bid: StoryBid = {
        ...{ from: CREATOR, tokenDataId: ids.tokenDataId, priceOctas: 300_000_000n, orderId: `turn ${at}` },
        ...{ state: 'open', validity: 'valid' },
      }
      await placeBid(bid)
      await drain()
      await endBid(bid, 'cancel')
      await drain()
    }
    const told = await notificationsOf(ids.owner)
    // The second is the bid of the small market, which is the best one left.
    expect(told.map(({ otherWallet }) => otherWallet)).toEqual([ids.buyer, CREATOR])
  })

  it('that exceeded one and were cancelled do not silence the next that exceeds it', async () => {
    const outbidBy = async (from: string, priceOctas: bigint): Promise<StoryBid> => {
      const bid: StoryBid = {
        ...{ from, tokenDataId: ids.tokenDataId, priceOctas, orderId: `over ${from} ${priceOctas}` },
        ...{ state: 'open', validity: 'valid' },
      }
      await placeBid(bid)
      await store.pool.query(
        `insert into market.activities (version, event_index, kind, marketplace, token_data_id, from_address, price_octas, order_id, at_micros)
         values ($1, 3, 'token-bid', 'opal', $2, $3, $4, $5, $6)`,
        [version, ids.tokenDataId, from, priceOctas, bid.orderId, NOW],
      )
      await drain()
      return bid
    }
    const toldOfBids = async () => (await notificationsOf(ids.buyer)).map(({ otherWallet }) => otherWallet)
    const huge = await outbidBy(CREATOR, 900_000_000n)
    expect(await toldOfBids()).toEqual([CREATOR])
    await outbidBy(id('b1'), 200_000_000n)
    expect(await toldOfBids()).toEqual([CREATOR])
    await endBid(huge, 'cancel')
    await store.pool.query(`update market.token_offers set state = 'cancelled', validity = 'ended' where buyer = $1`, [
      id('b1'),
    ])
    await outbidBy(CREATOR, 250_000_000n)
    expect(await toldOfBids()).toEqual([CREATOR])
    await store.pool.query(`update market.token_offers set state = 'cancelled', validity = 'ended' where buyer = $1`, [
      CREATOR,
    ])
    await outbidBy(id('b2'), 240_000_000n)
    expect(await toldOfBids()).toEqual([id('b2'), CREATOR])
  })

  it('notify again after a day', async () => {
    for (const [atMicros, added] of [
      [NOW, 1],
      [NOW + DAY - 1n, 0],
      [NOW + DAY, 1],
    ] as const) {
      await appendChanges(store, [bid(CREATOR, 100_000_000n, ids.tokenDataId, atMicros)])
      expect(await drain()).toBe(added)
    }
  })

  it.each([1, 5, 30])('notify a wallet of ten bids of one bidder in a day, read %i at a time', async (atOnce) => {
    const items = Array.from({ length: 30 }, (_, at) => `${id('ee').slice(0, -2)}${at + 10}`)
    for (const item of items)
      await store.pool.query('insert into market.token_holders values ($1, 0, $2, $3, 1)', [
        item,
        ids.owner,
        ids.collectionId,
      ])
    for (const [bidder, added] of [
      [CREATOR, 10],
      [ids.buyer, 10],
    ] as const) {
      let sum = 0
      for (let at = 0; at < items.length; at += atOnce) {
        // Of a higher price for the second bidder, who would not be news otherwise.
        const price = bidder === CREATOR ? 60_000_000n : 90_000_000n
        await appendChanges(
          store,
          items.slice(at, at + atOnce).map((item) => bid(bidder, price, item)),
        )
        sum += await drain()
      }
      expect(sum).toBe(added)
    }
  })

  it('notify the best bidder once a day that it was outbid, unless the bid is a step higher', async () => {
    const outbid = (priceOctas: bigint) => activity('token-bid', { from: CREATOR, priceOctas: String(priceOctas) })
    await appendChanges(store, [outbid(181_000_000n), outbid(181_000_000n)])
    await drain()
    await appendChanges(store, [outbid(181_000_001n)])
    await drain()
    expect(await typesOf(ids.buyer)).toEqual(['outbid'])
    await appendChanges(store, [outbid(260_000_000n)])
    await drain()
    expect(await typesOf(ids.buyer)).toEqual(['outbid', 'outbid'])
  })
})

describe('the floor of a favourite', () => {
  it('notifies when it moved by a tenth since the last time, in small steps or in one', async () => {
    await appendChanges(store, [floor('200', '190')])
    expect(await drain()).toBe(0)
    await appendChanges(store, [floor('190', null), floor(null, '180')])
    expect(await drain()).toBe(1)
    await appendChanges(store, [floor('180', '190')])
    expect(await drain()).toBe(0)
    await appendChanges(store, [floor('190', '198')])
    expect(await drain()).toBe(1)
    expect((await notificationsOf(ids.owner)).map((each) => [each.oldPriceOctas, each.priceOctas])).toEqual([
      [180n, 198n],
      [200n, 180n],
    ])
  })

  it('is measured by the threshold that the wallet set, and deleted with the favourite', async () => {
    await writeNotificationSetting(store, ids.owner, { type: 'floor-moved', thresholdBps: 500 })
    await appendChanges(store, [floor('200', '190')])
    expect(await drain()).toBe(1)
    await removeFavourite(store, ids.owner, ids.collectionId)
    await appendChanges(store, [floor('190', '1')])
    expect(await drain()).toBe(0)
    expect((await store.pool.query('select from account.notification_floors')).rowCount).toBe(0)
  })
})

describe('notifications that depend on time', () => {
  it('are written once: offers that end within the hour, and listings on closed marketplaces', async () => {
    expect(await notifyTime(store, NOW - 1_000_000n)).toBe(1)
    expect(await typesOf(ids.owner)).toEqual(['listing-invalid'])
    expect((await Promise.all([notifyTime(store, NOW), notifyTime(store, NOW)])).sort()).toEqual([0, 1])
    expect(await notificationsOf(ids.buyer)).toMatchObject([
      { type: 'offer-expiring', expiresAtSeconds: NOW / 1_000_000n + 3_600n },
    ])
  })

  it('are written once for a listing whose token was frozen, which no activity announces', async () => {
    await store.pool.query(`update market.listings set validity = 'valid' where seller = $1`, [ids.owner])
    expect(await notifyTime(store, NOW - 1_000_000n)).toBe(0)
    await store.pool.query(`update market.listings set validity = 'token-frozen' where token_data_id = $1`, [
      ids.listedTokenDataId,
    ])
    expect([await notifyTime(store, NOW - 1_000_000n), await notifyTime(store, NOW - 1_000_000n)]).toEqual([1, 0])
    expect(await notificationsOf(ids.owner)).toMatchObject([
      { type: 'listing-invalid', tokenDataId: ids.listedTokenDataId, priceOctas: 200_000_000n },
    ])
  })

  it('are deleted after three months', async () => {
    await notifyTime(store, NOW)
    await store.pool.query(`update account.notifications set made_at = '2000-01-01', cause = 'old'`)
    await notifyTime(store, NOW)
    expect((await store.pool.query(`select from account.notifications where cause = 'old'`)).rowCount).toBe(0)
  })
})

describe('a wallet', () => {
  it('gets no notification of a type that it turned off', async () => {
    await writeNotificationSetting(store, ids.owner, { type: 'sold', isOn: false })
    await appendChanges(store, [activity('sale', { from: ids.owner })])
    expect(await drain()).toBe(0)
    await writeNotificationSetting(store, ids.owner, { type: 'sold', isOn: true })
    await appendChanges(store, [activity('sale', { from: ids.owner })])
    expect(await drain()).toBe(1)
  })

  it('marks one or all as read, and none of other wallets', async () => {
    const sale = () => activity('sale', { from: ids.owner })
    await appendChanges(store, [sale(), sale(), sale()])
    await drain()
    const [newest, middle] = await notificationsOf(ids.owner)
    await markRead(store, ids.buyer, { upTo: newest?.id ?? 0n })
    expect(await countUnread(store, ids.owner)).toBe(3)
    await markRead(store, ids.owner, { ids: [newest?.id ?? 0n] })
    expect(await countUnread(store, ids.owner)).toBe(2)
    const page = { take: 1, beforeId: middle?.id ?? 0n, unreadOnly: true }
    expect(await readNotifications(store, ids.owner, page)).toHaveLength(1)
    await markRead(store, ids.owner, { upTo: middle?.id ?? 0n })
    expect(await countUnread(store, ids.owner)).toBe(0)
    expect((await readNotificationsAfter(store, middle?.id ?? 0n, 10)).map((each) => each.id)).toEqual([newest?.id])
  })

  it('gets no notification once it is deleted', async () => {
    await appendChanges(store, [activity('sale', { from: ids.owner })])
    await drain()
    expect(await deleteAccount(store, ids.owner)).toMatchObject({ notifications: 1, notification_wallets: 1 })
    await appendChanges(store, [activity('sale', { from: ids.owner })])
    expect(await drain()).toBe(0)
  })
})
