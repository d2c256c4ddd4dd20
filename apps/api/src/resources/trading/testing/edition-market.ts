import { parseAddress } from '@opal/domain/address'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { tokenHolders } from '@opal/store/schema/history'
import { listings, tokenOffers } from '@opal/store/schema/orders'
import { collections, tokenDatas } from '@opal/store/schema/tokens'
import { insertRows } from '@opal/store/testing/insert-rows'
import { NO_LISTING_TERMS } from '@opal/store/testing/no-terms'
import { afterAll, beforeAll } from 'vitest'
import { askTrade } from '../../../testing/ask-trade.ts'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../../testing/test-api.ts'

const CREATOR = parseAddress('0xc0de')
export const COLLECTION = collectionIdV1(CREATOR, 'Prints')
export const TOKEN = tokenDataIdV1(CREATOR, 'Prints', 'Print #1')
export const WALLETS = ['a', 'b', 'c'].map((letter) => parseAddress(`0x${letter.repeat(64)}`))
export const STRANGER = parseAddress('0x5e')
export const VERSIONS = [0n, 3n, 7n]
const AT = { last_transaction_version: 90n, last_transaction_timestamp: '2026-09-21 00:00:00' }

/** Id of the bid, or of the listing, of a version. */
export const offerOn = (version: bigint) => parseAddress(`0x0ffe${version}`)

/** Items of a version that a wallet holds. */
export interface Holding {
  readonly holder: string
  readonly version: bigint
  readonly amount: bigint
}

/** Makes an API with one v1 token of several editions, which no wallet holds yet. Called where a file begins. */
export function editionMarket() {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
    const same = { collection_id: COLLECTION, description: '', token_standard: 'v1', ...AT }
    await insertRows(api.store, collections, [
      {
        ...same,
        creator_address: CREATOR,
        collection_name: 'Prints',
        uri: '',
        current_supply: 9n,
        max_supply: null,
        total_minted_v2: null,
        mutable_description: true,
        mutable_uri: true,
        table_handle_v1: null,
        collection_properties: null,
      },
    ])
    await insertRows(api.store, tokenDatas, [
      {
        ...same,
        token_data_id: TOKEN,
        token_name: 'Print #1',
        token_uri: '',
        token_properties: {},
        maximum: null,
        supply: null,
        largest_property_version_v1: 7n,
        is_fungible_v2: null,
        decimals: 0n,
        is_deleted_v2: null,
      },
    ])
  })
  afterAll(() => api[Symbol.asyncDispose]())

  /** Replaces what is held of the token. */
  async function hold(rows: readonly Holding[]): Promise<void> {
    await api.store.pool.query('delete from market.token_holders where token_data_id = $1', [TOKEN])
    const held = rows.map(({ holder, version, amount }) => {
      return { token_data_id: TOKEN, property_version: version, holder, collection_id: COLLECTION, amount }
    })
    await insertRows(api.store, tokenHolders, held)
  }

  /** Replaces the bids on the token: one for each version, higher from one to the next. */
  async function bidOn(versions: readonly bigint[]): Promise<void> {
    await api.store.pool.query('delete from market.token_offers where token_data_id = $1', [TOKEN])
    const rows = versions.map((version, at) => ({
      marketplace: nativeMarketplace.id,
      offer_id: offerOn(version),
      token_data_id: TOKEN,
      token_standard: 'v1',
      property_version: version,
      collection_id: COLLECTION,
      buyer: STRANGER,
      state: 'open',
      validity: 'valid',
      price_octas: 100_000_000n + BigInt(at),
      expires_at_seconds: TEST_NOW_MICROS / 1_000_000n + 60n,
      placed_version: 90n,
      placed_at_micros: 1n,
      last_version: 90n,
      last_event_index: 0,
      last_at_micros: 1n,
    }))
    await insertRows(api.store, tokenOffers, rows)
  }

  /** Replaces the listings of the token: each version for 2 APT and its number in octas. */
  async function sell(rows: readonly { marketplace?: string; version: bigint; seller: string }[]): Promise<void> {
    await api.store.pool.query('delete from market.listings where token_data_id = $1', [TOKEN])
    const open = rows.map(({ marketplace = nativeMarketplace.id, version, seller }) => ({
      marketplace,
      listing_id: offerOn(version),
      token_data_id: TOKEN,
      property_version: version,
      token_standard: 'v1',
      collection_id: COLLECTION,
      seller,
      price_octas: 200_000_000n + version,
      state: 'open',
      validity: 'valid',
      placed_version: 90n,
      placed_at_micros: 1n,
      last_version: 90n,
      last_event_index: 0,
      last_at_micros: 1n,
      ...NO_LISTING_TERMS,
    }))
    await insertRows(api.store, listings, open)
  }

  /** Sends a trading call. @param path below `/api/collection/` */
  const ask = (path: string, payload: object) => askTrade(api, `collection/${path}`, payload)

  return {
    get api() {
      return api
    },
    hold,
    bidOn,
    sell,
    ask,
  }
}
