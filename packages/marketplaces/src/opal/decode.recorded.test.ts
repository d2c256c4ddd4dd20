import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { MARKET_EVENT_KINDS, type MarketEvent } from '@opal/domain/market-event'
import { hasRecordedData } from '@opal/domain/testing/config'
import { expectedRows, recordedTests } from '@opal/domain/testing/recorded-tests'
import { describe, expect, it } from 'vitest'
import { contractsOf } from '../contracts/network-contracts.ts'
import { decodeMarketEvents } from '../decode/decode-market-events.ts'
import { recordedMainnetPaths, recordedTransaction } from '../testing/recorded-transaction.ts'

const deployed = contractsOf('mainnet').filter(({ adapter }) => adapter.id === 'opal')

describe.skipIf(!hasRecordedData)('recorded mainnet transactions', () => {
  it.each(recordedTests('nft_aggregator_wapal'))('$test decodes to the official activities', (test) => {
    const decoded = test.batches.flat().flatMap((path) => [...decode(path)])
    const official = expectedRows(test, 'nft_marketplace_activities')
    expect(decoded.map(activityOf).sort(byIdentity)).toEqual(official.map(comparable).sort(byIdentity))
  })

  it('reads the expiry of a token offer, which the official rows miss', () => {
    const [event] = decode('mainnet-transactions/2382313982_wapal_place_offer.json')
    expect(event).toMatchObject({ kind: 'token-offer-placed', expiresAtSeconds: 1_739_923_200n })
  })

  it('knows that the last item of a collection offer was filled', () => {
    const [event] = decode('mainnet-transactions/2382219668_wapal_fill_collection_offer.json')
    expect(event).toMatchObject({ kind: 'collection-offer-filled', remainingAmount: 0n, royaltyOctas: 107_121_420n })
  })

  it('finds our cancellation inside a transaction of another marketplace', () => {
    const [event, ...others] = decode('mainnet-transactions/2386809975_tradeport_v2_place_listing.json')
    expect(event).toMatchObject({ kind: 'listing-cancelled', priceOctas: 154_500_000n })
    expect(others).toEqual([])
  })

  it('leaves the event as the chain wrote it', () => {
    const [event] = decode('mainnet-transactions/2382313982_wapal_place_offer.json')
    expect(event?.raw.data).toMatchObject({
      token_offer: '0xdd69203952afa9962f3277f2be027fad3d21d57b986a61d674279d5e395323e',
    })
  })

  it.each(recordedMainnetPaths())('%s decodes without a failure', (path) => {
    expect(decodeMarketEvents(recordedTransaction(path), deployed).failures).toEqual([])
  })
})

function decode(path: string): readonly MarketEvent[] {
  return decodeMarketEvents(recordedTransaction(path), deployed).events
}

/** Official names in the order of {@link MARKET_EVENT_KINDS}. */
const STANDARD_TYPES = [
  'place_listing',
  'cancel_listing',
  'fill_listing',
  'place_token_offer',
  'cancel_token_offer',
  'fill_token_offer',
  'place_collection_offer',
  'cancel_collection_offer',
  'fill_collection_offer',
]

const ADDRESS_COLUMNS = [
  'creator_address',
  'collection_id',
  'token_data_id',
  'buyer',
  'seller',
  'listing_id',
  'offer_id',
]

function comparable(row: JsonObject): JsonObject {
  const addresses = ADDRESS_COLUMNS.map((column) => [column, padded(row[column])])
  const { txn_version, index, raw_event_type, standard_event_type, collection_name, token_name, price, token_amount } =
    row
  return {
    txn_version,
    index,
    raw_event_type,
    standard_event_type,
    collection_name,
    token_name,
    price,
    token_amount,
    ...Object.fromEntries(addresses),
  } as JsonObject
}

function padded(value: unknown): Address | null {
  return typeof value === 'string' ? toAddressOrNull(value) : null
}

function activityOf(event: MarketEvent): JsonObject {
  const token = 'token' in event ? event.token : null
  return {
    txn_version: Number(event.version),
    index: event.raw.index,
    raw_event_type: event.raw.type,
    standard_event_type: STANDARD_TYPES[MARKET_EVENT_KINDS.indexOf(event.kind)] ?? '',
    collection_name: event.collection.collectionName,
    token_name: token?.tokenName ?? null,
    price: Number(event.priceOctas),
    token_amount: amountOf(event),
    creator_address: event.collection.creatorAddress,
    collection_id: event.collection.collectionId,
    token_data_id: token?.tokenDataId ?? null,
    buyer: 'buyer' in event ? event.buyer : null,
    seller: 'seller' in event ? event.seller : null,
    listing_id: 'listingId' in event ? event.listingId : null,
    offer_id: 'offerId' in event ? event.offerId : null,
  }
}

function amountOf(event: MarketEvent): number | null {
  if (event.kind === 'collection-offer-placed') return Number(event.tokenAmount)
  return event.kind === 'collection-offer-cancelled' ? Number(event.remainingAmount) : null
}

function byIdentity(left: JsonObject, right: JsonObject): number {
  return Number(left.txn_version) - Number(right.txn_version) || Number(left.index) - Number(right.index)
}
