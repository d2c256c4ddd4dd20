import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendChanges } from '../../testing/append-changes.ts'
import { CREATOR } from '../../testing/small-market-ids.ts'
import { id, ids, NOW, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
const { activity, drain, notificationsOf, typesOf } = market

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
        await market.store.pool.query('delete from account.notifications')
        const expected: (typeof made)[number][] = []
        for (const { isRead, ...each } of made) {
          await appendChanges(market.store, [bid(each.from, each.priceOctas, each.tokenDataId)])
          if (isRead) await drain()
          const isNews = expected.every(
            (one) => one.tokenDataId !== each.tokenDataId || step(one.priceOctas) < step(each.priceOctas),
          )
          if (each.priceOctas >= 50_000_000n && isNews) expected.push({ isRead, ...each })
        }
        await drain()
        const notified = (await notificationsOf(ids.owner)).map((row) => [
          row.otherWallet,
          row.tokenDataId,
          row.priceOctas,
        ])
        expect(notified.toReversed()).toEqual(expected.map((one) => [one.from, one.tokenDataId, one.priceOctas]))
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
    await market.store.pool.query(
      `insert into market.token_offers select (o).* from (
         select jsonb_populate_record(o, jsonb_build_object('offer_id', $1::text, 'buyer', $2::text, 'token_data_id', $3::text,
           'price_octas', $4::numeric, 'placed_version', $5::bigint, 'state', 'open', 'validity', 'valid')) o
         from market.token_offers o limit 1) made`,
      [orderId, from, tokenDataId, priceOctas, placed.version],
    )
    await appendChanges(market.store, [placed])
  }
  const endBid = async (bid: StoryBid, how: keyof typeof ENDS) => {
    const { state, validity } = Object.assign(bid, ENDS[how])
    await market.store.pool.query('update market.token_offers set state = $1, validity = $2 where offer_id = $3', [
      state,
      validity,
      bid.orderId,
    ])
    if (how !== 'cancel') return
    await appendChanges(market.store, [
      activity('cancel-token-bid', { ...keysOf(bid), priceOctas: String(bid.priceOctas) }),
    ])
  }
  const keysOf = ({ from, tokenDataId, orderId }: StoryBid) => ({ from, tokenDataId, orderId })

  // @feature notifications.bids
  it('of other bidders silence none once they are gone, and of the same bidder they do', async () => {
    await fc.assert(
      fc.asyncProperty(storyEvents, async (events) => {
        await market.store.pool.query('delete from account.notifications')
        await market.store.pool.query(`delete from market.token_offers where offer_id like 'story%'`)
        await market.store.pool.query(`update market.token_offers set state = 'cancelled', validity = 'ended'`)
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
            const silencing = before.filter((one) => isLower(one) && (one.from === candidate.from || isValid(one)))
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
        const received = (await notificationsOf(ids.owner)).filter(({ type }) => type === 'offer-received')
        expect(received.toReversed().map(({ orderId }) => orderId)).toEqual(notified.map(({ orderId }) => orderId))
      }),
      { numRuns: runs(40) },
    )
  })

  it('by one bidder notify of an item once a day at one price, however often they are placed and cancelled', async () => {
    for (let at = 0; at < 30; at += 1) {
      const bid: StoryBid = {
        from: CREATOR,
        tokenDataId: ids.tokenDataId,
        priceOctas: 300_000_000n,
        orderId: `turn ${at}`,
        state: 'open',
        validity: 'valid',
      }
      await placeBid(bid)
      await drain()
      await endBid(bid, 'cancel')
      await drain()
    }
    const received = await notificationsOf(ids.owner)
    // The second is the bid of the small market, which is the best one left.
    expect(received.map(({ otherWallet }) => otherWallet)).toEqual([ids.buyer, CREATOR])
  })

  // A bid can be filled by an accomplice, or by the bidder's other wallet: it is gone like one that was cancelled.
  it.each(['cancel', 'fill', 'expire', 'unfund'] as const)(
    'that exceeded one and are gone (%s) do not silence the next of others that exceeds it',
    async (how) => {
      const outbidBy = async (from: string, priceOctas: bigint): Promise<StoryBid> => {
        const bid: StoryBid = {
          from,
          tokenDataId: ids.tokenDataId,
          priceOctas,
          orderId: `over ${from} ${priceOctas}`,
          state: 'open',
          validity: 'valid',
        }
        await placeBid(bid)
        await market.store.pool.query(
          `insert into market.activities (version, event_index, kind, marketplace, token_data_id, from_address, price_octas, order_id, at_micros)
           values ($1, 3, 'token-bid', 'opal', $2, $3, $4, $5, $6)`,
          [market.version, ids.tokenDataId, from, priceOctas, bid.orderId, NOW],
        )
        await drain()
        return bid
      }
      const biddersNotified = async () => (await notificationsOf(ids.buyer)).map(({ otherWallet }) => otherWallet)
      const huge = await outbidBy(CREATOR, 900_000_000n)
      expect(await biddersNotified()).toEqual([CREATOR])
      const lower = await outbidBy(id('b1'), 200_000_000n)
      expect(await biddersNotified()).toEqual([CREATOR])
      await endBid(huge, how)
      await endBid(lower, 'cancel')
      const again = await outbidBy(CREATOR, 250_000_000n)
      expect(await biddersNotified()).toEqual([CREATOR])
      await endBid(again, 'cancel')
      await outbidBy(id('b2'), 240_000_000n)
      expect(await biddersNotified()).toEqual([id('b2'), CREATOR])
    },
  )

  it('notify again after a day', async () => {
    for (const [atMicros, added] of [
      [NOW, 1],
      [NOW + DAY - 1n, 0],
      [NOW + DAY, 1],
    ] as const) {
      await appendChanges(market.store, [bid(CREATOR, 100_000_000n, ids.tokenDataId, atMicros)])
      expect(await drain()).toBe(added)
    }
  })

  it.each([1, 5, 30])('notify a wallet of ten bids of one bidder in a day, read %i at a time', async (atOnce) => {
    const items = Array.from({ length: 30 }, (_, at) => `${id('ee').slice(0, -2)}${at + 10}`)
    for (const item of items)
      await market.store.pool.query('insert into market.token_holders values ($1, 0, $2, $3, 1)', [
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
          market.store,
          items.slice(at, at + atOnce).map((item) => bid(bidder, price, item)),
        )
        sum += await drain()
      }
      expect(sum).toBe(added)
    }
  })

  it('notify the best bidder once a day that it was outbid, unless the bid is a step higher', async () => {
    const outbid = (priceOctas: bigint) => activity('token-bid', { from: CREATOR, priceOctas: String(priceOctas) })
    await appendChanges(market.store, [outbid(181_000_000n), outbid(181_000_000n)])
    await drain()
    await appendChanges(market.store, [outbid(181_000_001n)])
    await drain()
    expect(await typesOf(ids.buyer)).toEqual(['outbid'])
    await appendChanges(market.store, [outbid(260_000_000n)])
    await drain()
    expect(await typesOf(ids.buyer)).toEqual(['outbid', 'outbid'])
  })
})
