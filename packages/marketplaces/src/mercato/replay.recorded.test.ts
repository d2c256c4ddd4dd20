import { parseAddress } from '@opal/domain/address'
import { type Json, jsonAt } from '@opal/domain/json'
import { describe, expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { hasRecordedData } from '../testing/config.ts'
import { recordedTransaction } from '../testing/recorded-transaction.ts'
import { arrange, comparableEvents, giveTo, stateAfter } from '../testing/replay-recorded.ts'
import { call } from './call.ts'
import { MERCATO_CONTRACTS } from './contracts.ts'
import { simulateMercato } from './simulate.ts'

const contracts = MERCATO_CONTRACTS.mainnet as MarketplaceContracts
const PACKAGE = contracts.packageAddress

describe.skipIf(!hasRecordedData)('recorded calls, played again', () => {
  it('cancel a collection bid with the same payment and event', () => {
    const { recorded, chain } = replay('2386889884_tradeport_v2_cancel_collection_offer')
    const deleted = recorded.events[1]?.data ?? null
    const [bid, buyer] = [textAt(deleted, 'bid.inner'), parseAddress(textAt(deleted, 'bid_buyer'))]
    giveTo(chain, parseAddress(bid), buyer)
    arrange(chain, parseAddress(bid), `${PACKAGE}::biddings_v2::CollectionBid`, {
      bid_buyer: textAt(deleted, 'bid_buyer'),
      coins: { value: textAt(deleted, 'price') },
      collection: { inner: textAt(deleted, 'collection.inner') },
    })
    const played = chain.execute(buyer, call(contracts, 'biddings_v2::cancel_collection_bid', [bid]))
    expect(timeless(played.events)).toEqual(timeless(recorded.events))
  })

  it.each([
    ['2386133936_tradeport_v2_place_offer', 'token_bid', 'token', '0x4::token::Token', []],
    [
      '2386891051_tradeport_v2_place_collection_offer',
      'collection_bids',
      'collection',
      '0x4::collection::Collection',
      ['1'],
    ],
  ] as const)('%s places the same bid', (name, fn, wanted, type, more) => {
    const { recorded, chain } = replay(name)
    const inserted = recorded.events[1]?.data ?? null
    const [buyer, price] = [parseAddress(textAt(inserted, 'bid_buyer')), textAt(inserted, 'price')]
    const object = parseAddress(textAt(inserted, `${wanted}.inner`))
    arrange(chain, object, type, {})
    chain.fund(buyer, BigInt(price))
    const played = chain.execute(buyer, call(contracts, `biddings_v2::${fn}`, [object, price, ...more]))
    // A fresh object's address is the only thing that cannot be the same.
    const ours = textAt(played.events[1]?.data, 'bid.inner')
    const renamed = JSON.stringify(timeless(played.events)).replaceAll(ours, textAt(inserted, 'bid.inner'))
    expect(JSON.parse(renamed)).toEqual(timeless(recorded.events))
  })
})

function replay(name: string) {
  const recorded = recordedTransaction(`mainnet-transactions/${name}.json`)
  return { recorded, chain: stateAfter(recorded, simulateMercato(contracts)) }
}

/** The reader of recordings keeps whole seconds only, so the time inside an event cannot be compared. */
function timeless(events: Parameters<typeof comparableEvents>[0]): Json {
  const compared = comparableEvents(events)
  return JSON.parse(JSON.stringify(compared, (key, value) => (key === 'timestamp' ? 'now' : value))) as Json
}

function textAt(data: Json | undefined, path: string): string {
  return String(jsonAt(data, path))
}
