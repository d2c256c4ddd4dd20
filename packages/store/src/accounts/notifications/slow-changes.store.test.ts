import { describe, expect, it } from 'vitest'
import { appendChanges } from '../../testing/append-changes.ts'
import { CREATOR } from '../../testing/small-market-ids.ts'
import { isUnmade, notifyChanges } from './notify-changes.ts'
import { ids, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
const { activity, drain, notificationsOf } = market

/** Has the store fail with this SQLSTATE when it adds notifications of some of these sales. */
async function failAt(versions: readonly bigint[], sqlState: string): Promise<void> {
  await market.store.pool.query(`
    create function fail_at() returns trigger language plpgsql as $$
    begin
      if new.version = any('{${versions.join()}}'::bigint[]) then raise sqlstate '${sqlState}'; end if;
      return new;
    end $$;
    create trigger fail_at before insert on account.notifications for each row execute function fail_at();`)
}

describe('changes whose notifications cannot be made', () => {
  const sale = () => activity('sale', { from: ids.owner, to: CREATOR, priceOctas: '200' })
  const faultOf = (most?: number) => notifyChanges(market.store, most).catch((error: unknown) => error)

  it.each(['57014', '22003'])('fail with others, and are passed over alone: %s', async (sqlState) => {
    const [before, slow, after] = [sale(), sale(), sale()]
    await failAt([slow.version], sqlState)
    await appendChanges(market.store, [before, slow, after])
    expect(isUnmade(await faultOf())).toBe(true)
    const steps = []
    for (const _ of [before, slow, after]) steps.push((await notifyChanges(market.store, 1)).added)
    expect(steps).toEqual([1, 0, 1])
    expect(await notifyChanges(market.store, 1)).toEqual({ added: 0, hasMore: false })
    expect((await notificationsOf(ids.owner)).map(({ version }) => version)).toEqual([after.version, before.version])
  })

  it('are not passed over where the store is away', async () => {
    const lost = sale()
    await failAt([lost.version], '57P01')
    await appendChanges(market.store, [lost])
    const fault = await faultOf(1)
    expect(fault).toBeInstanceOf(Error)
    expect(isUnmade(fault)).toBe(false)
    await market.store.pool.query('drop trigger fail_at on account.notifications')
    expect(await drain()).toBe(1)
  })
})
