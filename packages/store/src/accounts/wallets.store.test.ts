import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Store } from '../driver/connection.ts'
import { seedSmallMarket } from '../testing/small-market.ts'
import { createTestStore } from '../testing/test-store.ts'
import { addFavourites, countFavourites } from './favourites.ts'
import { openSession, readSessions } from './sessions.ts'
import { sweepIdleWallets } from './wallets.ts'

const id = (byte: string) => `0x${byte.repeat(32)}`
const ids = {
  collectionId: id('c0'),
  tokenDataId: id('70'),
  listedTokenDataId: id('71'),
  owner: id('a1'),
  buyer: id('b0'),
}
const NOW = BigInt(Date.now()) * 1_000n
const DAY = 24n * 3600n * 1_000_000n

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids, marketplace: 'opal', nowMicros: NOW })
})
afterAll(() => store[Symbol.asyncDispose]())

/** Signs a wallet in some days before now, with a star; the session lasts two weeks. */
async function signIn(wallet: string, daysAgo: bigint): Promise<void> {
  const openedAtMicros = NOW - daysAgo * DAY
  await openSession(store, randomUUID(), {
    wallet,
    openedAtMicros,
    expiresAtMicros: openedAtMicros + 14n * DAY,
  })
  await addFavourites(store, wallet, [ids.collectionId], 100)
}

it('sweeps wallets that never came back and did nothing on chain, and no others', async () => {
  const [idle, recent, back] = [id('d1'), id('d2'), id('d3')]
  await signIn(idle, 91n)
  await signIn(recent, 80n)
  await signIn(back, 200n)
  await signIn(back, 60n)
  // Both have tokens or trades.
  await signIn(ids.owner, 300n)
  await signIn(ids.buyer, 300n)
  // Ends the sessions that are over.
  await signIn(id('d4'), 0n)
  expect(await sweepIdleWallets(store, NOW)).toBe(1)
  const left = await Promise.all([idle, recent, back, ids.buyer].map((wallet) => countFavourites(store, wallet)))
  expect(left).toEqual([0, 1, 1, 1])
  expect(await countFavourites(store, ids.owner)).toBeGreaterThan(0)
  expect(await sweepIdleWallets(store, NOW)).toBe(0)
})

// @feature operate.restored-accounts
it.each(['there is none', 'it is made again', 'it is a day behind'])(
  'sweeps no wallet by an index that does not know of all tokens and trades: %s',
  async (state) => {
    await using made = await createTestStore()
    const wallet = id('d1')
    const openedAtMicros = NOW - 100n * DAY
    await openSession(made, 'over', { wallet, openedAtMicros, expiresAtMicros: openedAtMicros + 14n * DAY })
    await made.pool.query('delete from account.sessions')
    await made.pool.query('insert into account.favourites (wallet, collection_id) values ($1, $2)', [
      wallet,
      ids.collectionId,
    ])
    const indexTo = (micros: bigint) =>
      made.pool.query(
        `insert into chain.checkpoints (stream, chain_id, next_version, last_timestamp_micros) values ('main', 4, 1, $1)
        on conflict (stream) do update set last_timestamp_micros = excluded.last_timestamp_micros`,
        [micros],
      )
    if (state === 'it is made again') await indexTo(NOW - 900n * DAY)
    if (state === 'it is a day behind') await indexTo(NOW - DAY - 60_000_000n)
    expect(await sweepIdleWallets(made, NOW)).toBe(0)
    expect(await countFavourites(made, wallet)).toBe(1)
    await indexTo(NOW)
    expect(await sweepIdleWallets(made, NOW)).toBe(1)
  },
)

it('sweeps no wallet whose session is open', async () => {
  const wallet = id('d5')
  const openedAtMicros = NOW - 100n * DAY
  await openSession(store, 'long', { wallet, openedAtMicros, expiresAtMicros: NOW + DAY })
  expect(await sweepIdleWallets(store, NOW)).toBe(0)
})

it('looks at few wallets at a time, and at one that stays not again for long, however many those are', async () => {
  const due = async () => {
    const { rows } = await store.pool.query<{ due: number }>(
      `select count(*)::int as due from account.notification_wallets
        where seen_at < timestamptz 'epoch' + $1::bigint * interval '1 microsecond'`,
      [NOW - 90n * DAY],
    )
    return rows[0]?.due
  }
  await store.pool.query(
    `with stayed as (
      insert into account.notification_wallets (wallet, seen_at)
      select 'stayed ' || n, timestamptz 'epoch' + $1::bigint * interval '1 microsecond' from generate_series(1, 45) n returning wallet
    ) insert into account.sessions (token_hash, wallet, opened_at, expires_at)
      select wallet, wallet, '2000-01-01', '2100-01-01' from stayed`,
    [NOW - 400n * DAY],
  )
  await signIn(id('d6'), 300n)
  await signIn(id('d4'), 0n)
  const swept: [number, number | undefined][] = []
  for (let call = 0; call < 3; call += 1) swept.push([await sweepIdleWallets(store, NOW), await due()])
  expect(swept).toEqual([
    [0, 26],
    [0, 6],
    [1, 0],
  ])
})

it('does not treat a wallet that stays as one that has signed in recently, which floors notify', async () => {
  await signIn(ids.owner, 300n)
  await signIn(id('d4'), 0n)
  await sweepIdleWallets(store, NOW)
  const { rows } = await store.pool.query<{ daysAgo: number }>(
    `select extract(day from timestamptz 'epoch' + $1::bigint * interval '1 microsecond' - seen_at)::int as "daysAgo"
      from account.notification_wallets where wallet = $2`,
    [NOW, ids.owner],
  )
  expect(rows).toEqual([{ daysAgo: 45 }])
})

it('sweeps no wallet that signs in meanwhile', async () => {
  const wallet = id('d8')
  await signIn(wallet, 100n)
  await signIn(id('d4'), 0n)
  const other = await store.pool.connect()
  await other.query('begin; select from account.notification_progress for update')
  const swept = sweepIdleWallets(store, NOW)
  await vi.waitFor(async () => {
    const { rowCount } = await store.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(rowCount).toBe(1)
  })
  await signIn(wallet, 0n)
  await other.query('rollback')
  other.release()
  expect(await swept).toBe(0)
  expect(await readSessions(store, wallet, NOW)).toHaveLength(1)
  expect(await countFavourites(store, wallet)).toBe(1)
})

it('sweeps few at a time', async () => {
  for (let at = 0; at < 25; at += 1) await signIn(id((100 + at).toString(16)), 100n)
  await signIn(id('d4'), 0n)
  expect([await sweepIdleWallets(store, NOW), await sweepIdleWallets(store, NOW)]).toEqual([20, 5])
})

it('a session and the notifications of its wallet are stored together or not at all', async () => {
  const wallet = id('d7')
  await store.pool.query(
    `alter table account.notification_wallets add constraint refused check (wallet <> '${wallet}')`,
  )
  await expect(signIn(wallet, 1n)).rejects.toThrow('refused')
  expect(await readSessions(store, wallet, NOW)).toEqual([])
  await store.pool.query('alter table account.notification_wallets drop constraint refused')
  await signIn(wallet, 1n)
  expect(await readSessions(store, wallet, NOW)).toHaveLength(1)
})
