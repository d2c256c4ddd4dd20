import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { bidPools, type CollectionOfferRow, collectionOffers } from '../../schema/orders.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { queryRows } from '../../testing/query-rows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import type { SetBounds } from '../token-set-shares.ts'
import { addTokenSet } from '../token-sets.ts'

const FIXED = 16_384
const PER_TOKEN = 40

/** Returns the bytes that a list of so many tokens counts for. */
export const costOf = (size: number) => FIXED + PER_TOKEN * size

export const COLLECTION = '0xc0'
/** Returns the root of a number. */
export const hex = (at: number) => at.toString(16).padStart(64, '0')
/** Bounds that a test reaches with few sets. */
export const BOUNDS: SetBounds = {
  namedCost: 400_000,
  namedOfCollection: 1_000,
  unnamedCost: 300_000,
  unnamedCostOfClient: 100_000,
  clientsOfSite: 2,
  unnamedOfCollection: 1_000,
  unnamedSeconds: 3_600,
}

/** Adds numbers up. */
export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

interface Announced {
  readonly size: number
  readonly client?: string
  readonly site?: string
  readonly collectionId?: string
  readonly root?: string
}

/** A stored set, with its announcements: none once an open offer names it. */
export interface StoredSet {
  readonly root: string
  readonly cost: number
  readonly announcements: readonly { readonly client: string; readonly site: string }[]
}

/** Opens a store in which clients announce sets and bidders name them, empty before each test. Called where the file begins. */
export function announcedSets() {
  let store: Store
  let roots = 0
  beforeAll(async () => {
    store = await createTestStore()
  })
  afterAll(() => store[Symbol.asyncDispose]())
  beforeEach(clear)

  async function clear(): Promise<void> {
    await store.pool.query(
      'truncate account.token_sets, account.token_set_announcements, market.collection_offers, market.bid_pools, market.pools_raised',
    )
    roots = 0
  }

  function nextRoot(): string {
    roots += 1
    return hex(roots)
  }

  /** Announces a set of so many tokens. @returns its root, and whether it was stored. */
  async function announce(
    { size, client = 'someone', site = client, collectionId = COLLECTION, root = nextRoot() }: Announced,
    bounds = BOUNDS,
  ) {
    const tokens = Array.from({ length: size }, (_, at) => `0x${hex(roots * 1_000_000 + at)}`)
    const isStored = await addTokenSet(store, { root, collectionId, tokens }, { client, site }, bounds)
    return { root, isStored }
  }

  /** Places open offers of a bidder on a set. */
  async function name(buyer: string, root: string, change: Partial<CollectionOfferRow> = {}): Promise<void> {
    await insertRows(store, collectionOffers, [
      {
        marketplace: 'opal',
        offer_id: `${buyer} ${root}`,
        collection_id: COLLECTION,
        buyer,
        price_octas: 1n,
        wanted_amount: 1n,
        remaining_amount: 1n,
        is_pooled: true,
        set_root: root,
        expires_at_seconds: null,
        state: 'open',
        validity: 'valid',
        placed_version: 1n,
        placed_at_micros: 1n,
        last_version: 1n,
        last_event_index: 0,
        last_at_micros: 1n,
        ...change,
      },
    ])
  }

  async function fund(wallet: string, balance_octas: bigint): Promise<void> {
    await insertRows(store, bidPools, [
      { marketplace: 'opal', wallet, balance_octas, last_version: 1n, last_at_micros: 1n },
    ])
  }

  async function stored() {
    const rows = await queryRows<StoredSet>(
      store,
      `select root, cost, coalesce(jsonb_agg(jsonb_build_object('client', a.client, 'site', a.site) order by a.client)
         filter (where a.client is not null), '[]') as announcements
       from account.token_sets s left join account.token_set_announcements a using (root) group by root, cost`,
    )
    return new Map(rows.map((row) => [row.root, row]))
  }

  return {
    get store() {
      return store
    },
    /** Roots that were made: the next one is that of the next number. */
    get roots() {
      return roots
    },
    clear,
    announce,
    name,
    fund,
    stored,
  }
}
