import { expect, test } from 'vitest'
import type { Store } from '../driver/connection.ts'
import { createTestStore } from '../testing/test-store.ts'
import { notifyTime } from './notifications/notify-time.ts'
import { openSession, writeChallenge } from './sessions.ts'
import { sweepIdleWallets } from './wallets.ts'

const DAY = 86_400_000_000n
const wallMicros = () => BigInt(Date.now()) * 1_000n

/** Without an index that follows the chain no wallet is swept. */
function follow({ pool }: Store, micros: bigint) {
  return pool.query(
    `insert into chain.checkpoints (stream, chain_id, next_version, last_timestamp_micros) values ('main', 4, 1, $1)`,
    [micros],
  )
}

// @feature operate.wrong-clocks
test('a machine whose clock is ahead deletes nothing that the others still need, however far it is ahead', async () => {
  await using store = await createTestStore()
  const { pool } = store
  const now = wallMicros()
  await follow(store, now)
  await openSession(store, 'session', { wallet: '0xa', openedAtMicros: now, expiresAtMicros: now + 14n * DAY })
  await writeChallenge(
    store,
    { nonce: 'begun', wallet: '0xa', message: 'Sign in', expiresAtMicros: now + 300_000_000n },
    now,
  )
  // It was there in the last three months, and has nothing on chain.
  await pool.query(
    `insert into account.notification_wallets (wallet, seen_at) values ('0xb', now() - interval '80 days')`,
  )
  await pool.query(`insert into account.favourites (wallet, collection_id) values ('0xb', '0xc')`)
  await pool.query(
    `insert into account.notifications (wallet, type, cause, at_micros) values ('0xa', 'sold', 'a', 1), ('0xa', 'floor-moved', 'b', 1)`,
  )
  const left = async () => {
    const { rows } = await pool.query(`select
      (select count(*)::int from account.sessions where wallet = '0xa') as sessions,
      (select count(*)::int from account.sign_in_challenges where wallet = '0xa') as challenges,
      (select count(*)::int from account.favourites) as favourites,
      (select count(*)::int from account.notifications) as notifications`)
    return rows[0]
  }
  const all = { sessions: 1, challenges: 1, favourites: 1, notifications: 2 }
  expect(await left()).toEqual(all)
  for (const days of [1n, 15n, 91n, 3_650n]) {
    const ahead = now + days * DAY
    const challenge = { nonce: `${days}`, wallet: '0xd', message: 'Sign in', expiresAtMicros: ahead + DAY }
    await writeChallenge(store, challenge, ahead)
    await openSession(store, `${days}`, { wallet: '0xd', openedAtMicros: ahead, expiresAtMicros: ahead + 14n * DAY })
    await sweepIdleWallets(store, ahead)
    await notifyTime(store, ahead)
    expect(await left(), `${days} days`).toEqual(all)
  }
})

// @feature operate.wrong-clocks
test('a sign-in at a machine whose clock is behind does not make its wallet one that was not seen for long', async () => {
  await using store = await createTestStore()
  const now = wallMicros()
  await follow(store, now)
  const open = (hash: string, openedAtMicros: bigint) =>
    openSession(store, hash, { wallet: '0xa', openedAtMicros, expiresAtMicros: openedAtMicros + 14n * DAY })
  await open('right', now)
  await store.pool.query(`insert into account.favourites (wallet, collection_id) values ('0xa', '0xc')`)
  await open('behind', now - 3_650n * DAY)
  await store.pool.query('delete from account.sessions')
  expect(await sweepIdleWallets(store, now)).toBe(0)
  expect((await store.pool.query('select from account.favourites')).rowCount).toBe(1)
})
