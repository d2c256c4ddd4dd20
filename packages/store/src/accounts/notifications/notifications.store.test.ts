import { describe, expect, it } from 'vitest'
import { appendChanges } from '../../testing/append-changes.ts'
import { CREATOR } from '../../testing/small-market-ids.ts'
import { deleteAccount } from '../wallets.ts'
import { notifyTime } from './notify-time.ts'
import { countUnread, markRead, readNotifications, readNotificationsAfter } from './read-notifications.ts'
import { writeNotificationSetting } from './settings.ts'
import { id, ids, NOW, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
const { activity, drain, notificationsOf, signIn, typesOf } = market

describe('notifications of the change feed', () => {
  it('notify a seller of a sale, and of an accepted bid', async () => {
    const sale = activity('sale', { from: ids.owner, to: CREATOR, priceOctas: '200' })
    await appendChanges(market.store, [sale, activity('accept-token-bid', { from: ids.owner, to: ids.buyer })])
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

  it('are written once by many processes concurrently, and not again', async () => {
    await appendChanges(
      market.store,
      Array.from({ length: 1_200 }, () => activity('sale', { from: ids.owner, to: CREATOR })),
    )
    const added = await Promise.all([drain(), drain(), drain()])
    expect(added.reduce((sum, each) => sum + each, 0)).toBe(1_200)
    await market.store.pool.query('update account.notification_progress set change_id = change_id - 1200')
    expect(await drain()).toBe(0)
    expect(await countUnread(market.store, ids.owner)).toBe(1_200)
  })

  // @feature notifications.old-activities
  it('are not written of what is older than they are kept: where the chain is indexed again, all of the past is in the feed', async () => {
    const day = 86_400_000_000n
    for (const [age, added] of [
      [3_650n * day, 0],
      [90n * day + 1n, 0],
      [90n * day, 1],
      [day, 1],
    ] as const) {
      await appendChanges(market.store, [{ ...activity('sale', { from: ids.owner }), at_micros: NOW - age }])
      expect(await drain(), `${age}`).toBe(added)
    }
  })

  it('are not written for wallets that never signed in', async () => {
    await appendChanges(market.store, [activity('sale', { from: CREATOR, to: ids.owner })])
    expect(await drain()).toBe(0)
    await signIn(CREATOR)
    expect(await notificationsOf(CREATOR)).toEqual([])
  })

  it('notify the holder of a bid on a token, but not the bidder, nor all holders of an edition', async () => {
    await appendChanges(market.store, [
      activity('token-bid', { from: ids.buyer, orderId: id('55'), priceOctas: '70000000' }),
      activity('token-bid', { from: ids.owner, priceOctas: '80000000' }),
    ])
    await drain()
    expect(await notificationsOf(ids.owner)).toMatchObject([
      { type: 'offer-received', otherWallet: ids.buyer, priceOctas: 70_000_000n, propertyVersion: null },
    ])
    await market.store.pool.query(
      `insert into market.token_holders select token_data_id, property_version, 'holder' || n, collection_id, 1
       from market.token_holders, generate_series(1, 20) n where token_data_id = $1`,
      [ids.tokenDataId],
    )
    await appendChanges(market.store, [activity('token-bid', { from: ids.buyer, priceOctas: '90000000' })])
    expect(await drain()).toBe(0)
  })

  it('notify the best bidder of a higher bid on the same collection or token', async () => {
    await appendChanges(market.store, [
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
    await market.store.pool.query(
      `insert into market.collection_offers select (o).* from (
         select jsonb_populate_record(o, jsonb_build_object('offer_id', $1::text, 'buyer', $2::text)) o
         from market.collection_offers o where buyer = $3 and state = 'open' limit 1) made`,
      [orderId, CREATOR, ids.buyer],
    )
    for (const validity of ['bidder-refuses', 'expired', 'exhausted', 'marketplace-closed', 'ended', 'valid']) {
      await market.store.pool.query('update market.collection_offers set validity = $1 where offer_id = $2', [
        validity,
        orderId,
      ])
      await appendChanges(market.store, [
        activity('collection-bid', { from: CREATOR, tokenDataId: null, orderId, priceOctas: '950000000' }),
      ])
      expect(await drain(), validity).toBe(validity === 'valid' ? 1 : 0)
    }
    await market.store.pool.query('update market.collection_stats set floor_octas = null, last_sale_octas = null')
    for (const priceOctas of ['99999', '100000']) {
      await appendChanges(market.store, [activity('token-bid', { from: ids.buyer, priceOctas })])
      expect(await drain(), priceOctas).toBe(priceOctas === '100000' ? 1 : 0)
    }
  })

  // @feature trade.dust-references
  it('compare a bid with the last sale where the floor is dust, which costs a seller only gas', async () => {
    const stats = 'update market.collection_stats set floor_octas = $1, last_sale_octas = 400000000'
    for (const [floorOctas, priceOctas, added] of [
      ['99999', '99999999', 0],
      ['99999', '100000000', 1],
      ['100000', '99999999', 1],
    ] as const) {
      await market.store.pool.query('delete from account.notifications')
      await market.store.pool.query(stats, [floorOctas])
      await appendChanges(market.store, [activity('token-bid', { from: ids.buyer, priceOctas })])
      expect(await drain(), `${floorOctas} ${priceOctas}`).toBe(added)
    }
  })

  it('compare a bid with no floor above five times the last sale, which the only seller may ask', async () => {
    const stats = 'update market.collection_stats set floor_octas = $1, last_sale_octas = $2, top_bid_octas = null'
    for (const [lastSaleOctas, priceOctas, added] of [
      ['400000000', '499999999', 0],
      ['400000000', '500000000', 1],
      [null, '99999', 0],
      [null, '100000', 1],
    ] as const) {
      await market.store.pool.query('delete from account.notifications')
      await market.store.pool.query(stats, ['100000000000000', lastSaleOctas])
      await appendChanges(market.store, [activity('token-bid', { from: ids.buyer, priceOctas })])
      expect(await drain(), `${lastSaleOctas} ${priceOctas}`).toBe(added)
    }
  })

  it('leave out a bid on an item that its creator has frozen, which its holder could not accept', async () => {
    const frozen = 'update chain.current_token_ownerships_v2 set is_soulbound_v2 = $1 where token_data_id = $2'
    for (const isFrozen of [true, false]) {
      await market.store.pool.query(frozen, [isFrozen, ids.tokenDataId])
      await appendChanges(market.store, [activity('token-bid', { from: ids.buyer, priceOctas: '100000000' })])
      expect(await drain()).toBe(isFrozen ? 0 : 1)
    }
  })

  it('notify a seller once that a listed token moved away', async () => {
    await market.store.pool.query(`update market.listings set validity = 'seller-lost-token' where seller = $1`, [
      ids.owner,
    ])
    const moved = { tokenDataId: ids.listedTokenDataId, from: ids.owner, to: CREATOR }
    await appendChanges(market.store, [activity('transfer', moved), activity('transfer', moved)])
    await drain()
    await appendChanges(market.store, [activity('transfer', moved)])
    await drain()
    expect(await notificationsOf(ids.owner)).toMatchObject([{ type: 'listing-invalid', priceOctas: 200_000_000n }])
  })
})

describe('notifications that depend on time', () => {
  it('are written once: offers that end within the hour, and listings on closed marketplaces', async () => {
    expect(await notifyTime(market.store, NOW - 1_000_000n)).toBe(1)
    expect(await typesOf(ids.owner)).toEqual(['listing-invalid'])
    expect((await Promise.all([notifyTime(market.store, NOW), notifyTime(market.store, NOW)])).sort()).toEqual([0, 1])
    expect(await notificationsOf(ids.buyer)).toMatchObject([
      { type: 'offer-expiring', expiresAtSeconds: NOW / 1_000_000n + 3_600n },
    ])
  })

  it('are written once for a listing whose token was frozen, which no activity announces', async () => {
    await market.store.pool.query(`update market.listings set validity = 'valid' where seller = $1`, [ids.owner])
    expect(await notifyTime(market.store, NOW - 1_000_000n)).toBe(0)
    await market.store.pool.query(`update market.listings set validity = 'token-frozen' where token_data_id = $1`, [
      ids.listedTokenDataId,
    ])
    expect([
      await notifyTime(market.store, NOW - 1_000_000n),
      await notifyTime(market.store, NOW - 1_000_000n),
    ]).toEqual([1, 0])
    expect(await notificationsOf(ids.owner)).toMatchObject([
      { type: 'listing-invalid', tokenDataId: ids.listedTokenDataId, priceOctas: 200_000_000n },
    ])
  })

  it.each(['token_offers', 'collection_offers', 'listings'] as const)(
    'are a bounded number for a wallet, and are not inserted again: %s',
    async (table) => {
      const { pool } = market.store
      const [key, wallet] = table === 'listings' ? ['listing_id', 'seller'] : ['offer_id', 'buyer']
      const owned =
        table === 'listings' ? { validity: 'token-frozen', seller: ids.owner } : { validity: 'valid', buyer: ids.buyer }
      await pool.query(
        `insert into market.${table} select (jsonb_populate_record(null::market.${table}, to_jsonb(o) || $1::jsonb || jsonb_build_object(
           '${key}', 'many' || n, 'last_version', 1000 + n, 'expires_at_seconds', $2::bigint - n))).*
         from (select * from market.${table} where ${wallet} = $3 and state = 'open' limit 1) o cross join generate_series(1, 200) n`,
        [JSON.stringify(owned), String(NOW / 1_000_000n + 3_000n), table === 'listings' ? ids.owner : ids.buyer],
      )
      await notifyTime(market.store, NOW)
      const notified = await pool.query('select from account.notifications where order_id like $1', ['many%'])
      expect(notified.rowCount).toBe(50)
      const before = await market.lastId()
      expect(await notifyTime(market.store, NOW)).toBe(0)
      expect(await market.lastId()).toBe(before)
      // As those end or change, others take their turn.
      await pool.query(`update market.${table} set state = 'cancelled' where ${key} in (
        select order_id from account.notifications where order_id like 'many%' limit 20)`)
      expect(await notifyTime(market.store, NOW)).toBe(20)
    },
  )

  it('are deleted after three months', async () => {
    await notifyTime(market.store, NOW)
    await market.store.pool.query(`update account.notifications set made_at = '2000-01-01', cause = 'old'`)
    await notifyTime(market.store, NOW)
    expect((await market.store.pool.query(`select from account.notifications where cause = 'old'`)).rowCount).toBe(0)
  })
})

describe('a wallet', () => {
  it('gets no notification of a type that it turned off', async () => {
    await writeNotificationSetting(market.store, ids.owner, { type: 'sold', isOn: false })
    await appendChanges(market.store, [activity('sale', { from: ids.owner })])
    expect(await drain()).toBe(0)
    await writeNotificationSetting(market.store, ids.owner, { type: 'sold', isOn: true })
    await appendChanges(market.store, [activity('sale', { from: ids.owner })])
    expect(await drain()).toBe(1)
  })

  // @feature notifications.settings
  it.each([null, 'sold', 'offer-received', 'outbid', 'offer-expiring', 'listing-invalid'] as const)(
    'gets notifications of every type but the one that it turned off: %s',
    async (type) => {
      for (const wallet of [ids.owner, ids.buyer])
        if (type !== null) await writeNotificationSetting(market.store, wallet, { type, isOn: false })
      await market.store.pool.query(`update market.listings set validity = 'marketplace-closed' where state = 'open'`)
      const soon = String(NOW / 1_000_000n + 60n)
      await market.store.pool.query(
        `update market.collection_offers set expires_at_seconds = $1 where state = 'open' and validity = 'valid'`,
        [soon],
      )
      await appendChanges(market.store, [
        activity('sale', { from: ids.owner, to: CREATOR, priceOctas: '200' }),
        activity('token-bid', { from: ids.buyer, orderId: id('55'), priceOctas: '70000000' }),
        activity('token-bid', { from: CREATOR, priceOctas: '180000001' }),
      ])
      await drain()
      await notifyTime(market.store, NOW)
      const types = new Set([...(await typesOf(ids.owner)), ...(await typesOf(ids.buyer))])
      const all = ['sold', 'offer-received', 'outbid', 'offer-expiring', 'listing-invalid']
      expect([...types].toSorted()).toEqual(all.filter((one) => one !== type).toSorted())
    },
  )

  it('marks one or all as read, and none of other wallets', async () => {
    const sale = () => activity('sale', { from: ids.owner })
    await appendChanges(market.store, [sale(), sale(), sale()])
    await drain()
    const [newest, middle] = await notificationsOf(ids.owner)
    await markRead(market.store, ids.buyer, { upTo: newest?.id ?? 0n })
    expect(await countUnread(market.store, ids.owner)).toBe(3)
    await markRead(market.store, ids.owner, { ids: [newest?.id ?? 0n] })
    expect(await countUnread(market.store, ids.owner)).toBe(2)
    const page = { take: 1, beforeId: middle?.id ?? 0n, unreadOnly: true }
    expect(await readNotifications(market.store, ids.owner, page)).toHaveLength(1)
    await markRead(market.store, ids.owner, { upTo: middle?.id ?? 0n })
    expect(await countUnread(market.store, ids.owner)).toBe(0)
    expect((await readNotificationsAfter(market.store, middle?.id ?? 0n, 10)).map((each) => each.id)).toEqual([
      newest?.id,
    ])
  })

  it('gets no notification once it is deleted', async () => {
    await appendChanges(market.store, [activity('sale', { from: ids.owner })])
    await drain()
    expect(await deleteAccount(market.store, ids.owner)).toMatchObject({ notifications: 1, notification_wallets: 1 })
    await appendChanges(market.store, [activity('sale', { from: ids.owner })])
    expect(await drain()).toBe(0)
  })
})
