import { afterEach, beforeEach } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import type { ChangeFeedRow } from '../../../schema/stream.ts'
import { seedSmallMarket } from '../../../testing/small-market.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import { openSession } from '../../sessions.ts'
import { notifyChanges } from '../notify-changes.ts'
import { readNotifications } from '../read-notifications.ts'

export const id = (byte: string) => `0x${byte.repeat(32)}`
export const ids = {
  collectionId: id('c0'),
  tokenDataId: id('70'),
  listedTokenDataId: id('71'),
  owner: id('a1'),
  buyer: id('b0'),
}
export const NOW = 1_790_000_000_000_000n

/**
 * Seeds the small market for each test of a file, in a database of its own: its owner and its bidder have signed in. Called where
 * the file begins.
 */
export function notificationMarket() {
  let store: Store
  let version = 1_000n
  beforeEach(async () => {
    store = await createTestStore()
    await seedSmallMarket(store, { ids, marketplace: 'opal', nowMicros: NOW })
    await drain()
    for (const wallet of [ids.owner, ids.buyer]) await signIn(wallet)
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const signIn = (wallet: string) =>
    openSession(store, wallet, { wallet, openedAtMicros: NOW, expiresAtMicros: NOW + 3_600_000_000n })

  /** Reads the change feed to its end. @returns the number of new notifications. */
  async function drain(): Promise<number> {
    let added = 0
    while (true) {
      const notified = await notifyChanges(store, NOW)
      added += notified.added
      if (!notified.hasMore) return added
    }
  }

  const notificationsOf = (wallet: string) => readNotifications(store, wallet, { take: 100 })
  const typesOf = async (wallet: string) => (await notificationsOf(wallet)).map((each) => each.type)

  /** Returns the last id of a notification: an insertion takes one, also where it conflicts. */
  async function lastId(): Promise<bigint | null> {
    const sequence = `select last_value as "lastId" from pg_sequences where sequencename = 'notifications_id_seq'`
    return (await store.pool.query<{ lastId: bigint | null }>(sequence)).rows[0]?.lastId ?? null
  }

  function activity(kind: string, payload: Record<string, string | null>): Omit<ChangeFeedRow, 'id'> {
    version += 1n
    const all = {
      index: 3,
      kind,
      marketplace: 'opal',
      tokenDataId: ids.tokenDataId,
      from: null,
      to: null,
      orderId: null,
    }
    const base = { version, at_micros: NOW, collection_id: ids.collectionId, kind: 'activity' }
    return { ...base, payload: { ...all, priceOctas: '5', amount: null, ...payload } }
  }

  return {
    get store() {
      return store
    },
    /** Version of the newest activity. */
    get version() {
      return version
    },
    signIn,
    drain,
    notificationsOf,
    typesOf,
    lastId,
    activity,
  }
}
