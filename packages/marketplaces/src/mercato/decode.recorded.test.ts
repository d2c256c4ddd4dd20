import { toAddressOrNull } from '@opal/domain/address'
import { MARKET_EVENT_KINDS, type MarketEvent } from '@opal/domain/market-event'
import { hasRecordedData } from '@opal/domain/testing/config'
import { expectedRows, recordedTests } from '@opal/domain/testing/recorded-tests'
import { describe, expect, it } from 'vitest'
import { contractsOf } from '../contracts/network-contracts.ts'
import { decodeMarketEvents } from '../decode/decode-market-events.ts'
import { recordedMainnetPaths, recordedTransaction } from '../testing/recorded-transaction.ts'
import { MERCATO_ID } from './contracts.ts'

const deployed = contractsOf('mainnet').filter(({ adapter }) => adapter.id === MERCATO_ID)
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

describe.skipIf(!hasRecordedData)('recorded mainnet transactions', () => {
  it.each(recordedTests('nft_aggregator_tradeport_v2'))('$test decodes to the official activities', (test) => {
    const decoded = new Map(
      test.batches
        .flat()
        .flatMap(decode)
        .map((event) => [identityOf(event), event]),
    )
    const official = expectedRows(test, 'nft_marketplace_activities')
    expect(decoded.size).toBe(official.length)
    for (const row of official) {
      const event = decoded.get(`${row.txn_version} ${row.index}`)
      // Official rows miss the buyer of a sale, and a sale's names after a delisting in the same transaction.
      for (const [column, value] of Object.entries(columnsOf(event as MarketEvent))) {
        const theirs = row[column] ?? null
        if (theirs !== null) expect(value, column).toBe(normalised(theirs))
      }
    }
  })

  it('names the buyer, whom the official rows miss, and splits the price', () => {
    const sales = decode('mainnet-transactions/2386455218_tradeport_v2_fill_listing.json')
    expect(sales).toHaveLength(4)
    expect(sales[0]).toMatchObject({
      kind: 'listing-filled',
      buyer: '0x27e8e9a9ebadb462322bca29352c3a0d24f5b80caa03a529cb71a69b6a09c374',
      commissionOctas: 4_121_500n,
      royaltyOctas: 13_188_800n,
    })
  })

  it('tells a delisting from the bid that was accepted after it', () => {
    const events = decode('mainnet-transactions/2296098846_tradeport_v2_accept_token_delist2.json')
    expect(events.map(({ kind, priceOctas }) => [kind, priceOctas])).toEqual([
      ['listing-cancelled', 20_000_000n],
      ['token-offer-filled', 2_000_000n],
    ])
    expect(events[1]).toMatchObject({ commissionOctas: 50_000n, royaltyOctas: 100_000n })
  })

  it.each(recordedMainnetPaths())('%s decodes without a failure', (path) => {
    expect(decodeMarketEvents(recordedTransaction(path), deployed).failures).toEqual([])
  })
})

function decode(path: string): readonly MarketEvent[] {
  return decodeMarketEvents(recordedTransaction(path), deployed).events
}

function identityOf(event: MarketEvent): string {
  return `${event.version} ${event.raw.index}`
}

function columnsOf(event: MarketEvent): Readonly<Record<string, unknown>> {
  return {
    raw_event_type: event.raw.type,
    standard_event_type: STANDARD_TYPES[MARKET_EVENT_KINDS.indexOf(event.kind)],
    price: Number(event.priceOctas),
    collection_id: event.collection.collectionId,
    token_data_id: 'token' in event ? event.token.tokenDataId : null,
    token_name: 'token' in event ? event.token.tokenName : null,
    buyer: 'buyer' in event ? event.buyer : null,
    seller: 'seller' in event ? event.seller : null,
    listing_id: 'listingId' in event ? event.listingId : null,
    offer_id: 'offerId' in event ? event.offerId : null,
  }
}

/** Official rows leave out leading zeros. */
function normalised(value: unknown): unknown {
  return typeof value === 'string' && !value.includes('::') ? (toAddressOrNull(value) ?? value) : value
}
