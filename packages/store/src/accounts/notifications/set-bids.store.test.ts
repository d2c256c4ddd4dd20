import { beforeEach, describe, expect, it } from 'vitest'
import { appendChanges } from '../../testing/append-changes.ts'
import { CREATOR } from '../../testing/small-market-ids.ts'
import { addTokenSet, setKeyOf } from '../token-sets.ts'
import { id, ids, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
const { activity, drain, notificationsOf, signIn } = market

const [SET_A, SET_B] = [id('5a').slice(2), id('5b').slice(2)]
/** Tokens of the set's collection beyond those of the market. */
const tokenAt = (at: number) => id(at.toString(16).padStart(2, '0'))

// @feature notifications.trait-bids
describe('notifications of a bid on a set', () => {
  const [first, second] = [ids.owner, id('e3')]
  beforeEach(async () => {
    await signIn(second)
    await market.store.pool.query('delete from market.token_holders')
    await market.store.pool.query('delete from market.collection_offers')
  })
  const holds = (tokenDataId: string, holder: string, edition = 0) =>
    market.store.pool.query('insert into market.token_holders values ($1, $2, $3, $4, 1)', [
      tokenDataId,
      edition,
      holder,
      ids.collectionId,
    ])
  const announce = (
    root: string,
    tokens: readonly (readonly [string, bigint])[],
    collectionId: string = ids.collectionId,
  ) =>
    addTokenSet(
      market.store,
      {
        root,
        collectionId,
        tokens: tokens.map(([tokenDataId, edition]) => setKeyOf(tokenDataId, edition)),
      },
      { client: 'a client', site: 'a site' },
    )
  let orders = 0
  const bidOn = async (
    root: string,
    buyer: string,
    priceOctas: bigint,
    state = { state: 'open', validity: 'valid' },
  ) => {
    orders += 1
    const orderId = tokenAt(orders)
    await market.store.pool.query(
      `insert into market.collection_offers (marketplace, offer_id, collection_id, buyer, price_octas, wanted_amount, remaining_amount,
         is_pooled, set_root, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
       values ('opal', $1, $2, $3, $4, 1, 1, true, $5, $6, $7, 1, 1, 1, 0, 1)`,
      [orderId, ids.collectionId, buyer, priceOctas, root, state.state, state.validity],
    )
    await appendChanges(market.store, [
      activity('set-bid', { from: buyer, orderId, tokenDataId: null, priceOctas: String(priceOctas) }),
    ])
    await drain()
    return orderId
  }
  /** Item and price of what a wallet was notified of, newest last. */
  const notified = async (wallet: string) =>
    (await notificationsOf(wallet))
      .filter(({ type }) => type === 'offer-received')
      .map(({ tokenDataId, propertyVersion, priceOctas }) => [tokenDataId, propertyVersion, priceOctas])
      .toReversed()

  it('are for each holder of one of its items, once, and not for its bidder or holders of others', async () => {
    const [a, b, c, other] = [tokenAt(0x71), tokenAt(0x72), tokenAt(0x73), tokenAt(0x74)]
    await announce(SET_A, [
      [b, 0n],
      [a, 0n],
      [c, 3n],
    ])
    for (const token of [a, b, other]) await holds(token, first)
    await holds(c, second, 3)
    await holds(c, CREATOR, 0)
    await signIn(CREATOR)
    await bidOn(SET_A, ids.buyer, 100_000_000n)
    expect([await notified(first), await notified(second), await notified(CREATOR), await notified(ids.buyer)]).toEqual(
      [[[a, null, 100_000_000n]], [[c, 3n, 100_000_000n]], [], []],
    )
    await bidOn(SET_A, first, 900_000_000n)
    expect(await notified(first)).toHaveLength(1)
  })

  it.each([
    [20, 1],
    [21, 0],
  ])('of %s items are %s', async (size, count) => {
    const tokens = Array.from({ length: size }, (_, at) => tokenAt(at + 0x20))
    await announce(
      SET_A,
      tokens.map((token) => [token, 0n] as const),
    )
    await holds(tokens[5] ?? '', first)
    await bidOn(SET_A, ids.buyer, 100_000_000n)
    expect(await notified(first)).toHaveLength(count)
  })

  // Anyone can sign a bid on a collection for the set of another one: nothing can be sold into it.
  it('are none of a set whose items are of another collection than the bid', async () => {
    const token = tokenAt(0x71)
    await announce(SET_A, [[token, 0n]], id('c9'))
    await holds(token, first)
    await bidOn(SET_A, ids.buyer, 100_000_000n)
    expect(await notified(first)).toEqual([])
  })

  // The floor is 2 APT: a quarter of it is the least.
  it('are of what can be met, at a quarter of the floor and more, and again only a step higher or once the last is gone', async () => {
    const [token] = [tokenAt(0x71)]
    await announce(SET_A, [[token, 0n]])
    await announce(SET_B, [
      [token, 0n],
      [tokenAt(0x72), 0n],
    ])
    await holds(token, first)
    await bidOn(SET_A, ids.buyer, 40_000_000n)
    await bidOn(SET_A, ids.buyer, 90_000_000n, { state: 'open', validity: 'unfunded' })
    expect(await notified(first)).toEqual([])
    const met = await bidOn(SET_A, ids.buyer, 100_000_000n)
    await bidOn(SET_B, CREATOR, 101_000_000n)
    expect((await notified(first)).map(([, , price]) => price)).toEqual([100_000_000n])
    await market.store.pool.query(`update market.collection_offers set state = 'cancelled' where offer_id = $1`, [met])
    await bidOn(SET_B, CREATOR, 102_000_000n)
    expect((await notified(first)).map(([, , price]) => price)).toEqual([100_000_000n, 102_000_000n])
  })
})
