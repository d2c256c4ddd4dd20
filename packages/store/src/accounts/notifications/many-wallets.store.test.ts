import { expect, it } from 'vitest'
import { rowsReadBy } from '../../testing/plans/rows-read.ts'
import { notifyTime } from './notify-time.ts'
import { ids, NOW, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()

// Any key can sign in, a thousand addresses with half a million a day.
it.each([1_000, 20_000])(
  'listings that cannot be bought are found without a look at each wallet that has ever signed in: %i',
  async (wallets) => {
    const { pool } = market.store
    await pool.query(
      `insert into account.notification_wallets (wallet) select 'wallet ' || n from generate_series(1, $1::int) n`,
      [wallets],
    )
    await pool.query(`update market.listings set validity = 'token-frozen', state = 'open' where seller = $1`, [
      ids.owner,
    ])
    await pool.query('analyze account.notification_wallets, market.listings')
    const read = await rowsReadBy(market.store, ['account.notification_wallets'], async (db) => {
      expect(await notifyTime({ db }, NOW)).toBeGreaterThan(0)
    })
    expect(await market.typesOf(ids.owner)).toContain('listing-invalid')
    expect(Number(read[0])).toBeLessThan(100)
  },
)
