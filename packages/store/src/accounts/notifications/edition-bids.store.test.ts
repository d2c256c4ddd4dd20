import { beforeEach, describe, expect, it } from 'vitest'
import { appendChanges } from '../../testing/append-changes.ts'
import { CREATOR } from '../../testing/small-market-ids.ts'
import { id, ids, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
const { activity, drain, notificationsOf, signIn, typesOf } = market

// @feature notifications.bids
describe('notifications of a bid on one edition of a v1 token', () => {
  const [first, third, both] = [ids.owner, id('e3'), id('e4')]
  const bidOn = async (edition: bigint, buyer: string, priceOctas: bigint) => {
    const orderId = id(String(50n + 10n * edition + priceOctas / 100_000_000n))
    await market.store.pool.query(
      `insert into market.token_offers select (o).* from (
         select jsonb_populate_record(o, jsonb_build_object('offer_id', $1::text, 'buyer', $2::text, 'token_standard', 'v1', 'state', 'open',
           'property_version', $3::numeric, 'price_octas', $4::numeric, 'placed_version', $5::bigint)) o
         from market.token_offers o where expires_at_seconds is null limit 1) made`,
      [orderId, buyer, edition, priceOctas, market.version + 1n],
    )
    await appendChanges(market.store, [activity('token-bid', { from: buyer, orderId, priceOctas: String(priceOctas) })])
    await drain()
  }
  beforeEach(async () => {
    for (const wallet of [third, both]) await signIn(wallet)
    await market.store.pool.query('delete from market.token_holders where token_data_id = $1', [ids.tokenDataId])
    await market.store.pool.query(`update market.token_offers set state = 'cancelled'`)
    for (const [edition, holder] of [
      [0, first],
      [3, third],
      [0, both],
      [3, both],
    ])
      await market.store.pool.query('insert into market.token_holders values ($1, $2, $3, $4, 1)', [
        ids.tokenDataId,
        edition,
        holder,
        ids.collectionId,
      ])
  })
  /** Returns the edition that each wallet was notified of; null where it needs no name. */
  const editionsNotified = async (type: string) => {
    const all = await Promise.all([first, third, both, ids.buyer].map(notificationsOf))
    return all.map((rows) => rows.filter((row) => row.type === type).map((row) => row.propertyVersion))
  }

  it.each([
    [3n, [[], [3n], [3n], []]],
    [0n, [[null], [], [0n], []]],
    [1n, [[], [], [], []]],
  ])('edition %s: notifies who holds it, and names it where the holder has others', async (edition, notified) => {
    await bidOn(edition, ids.buyer, 100_000_000n)
    expect(await editionsNotified('offer-received')).toEqual(notified)
  })

  it('notifies the best bidder of the same edition that there is a higher bid, not those of others', async () => {
    await bidOn(0n, ids.buyer, 100_000_000n)
    await bidOn(3n, CREATOR, 200_000_000n)
    expect((await typesOf(ids.buyer)).filter((type) => type === 'outbid')).toEqual([])
    await bidOn(0n, CREATOR, 300_000_000n)
    expect((await typesOf(ids.buyer)).filter((type) => type === 'outbid')).toEqual(['outbid'])
  })
})
