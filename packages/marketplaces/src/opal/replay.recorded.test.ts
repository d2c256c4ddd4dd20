import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE, type EntryFunctionPayload, type PayloadArgument } from '@opal/domain/payload'
import { describe, expect, it } from 'vitest'
import { hasRecordedData } from '../testing/config.ts'
import type { MemoryChain } from '../testing/memory-chain.ts'
import { recordedTransaction } from '../testing/recorded-transaction.ts'
import { arrange, arrangeNamed, comparableEvents, giveTo, stateAfter } from '../testing/replay-recorded.ts'
import { OPAL_CONTRACTS } from './contracts.ts'
import { simulateOpal } from './simulate.ts'

const W = '0x584b50b999c78ade62f8359c91b5165ff390338d45f8e55969a04e65d76258c9'
const WFS = '0x71f7c94805c33d32a7f9560c95f02e9d3b5bc49884a883916f03abe6da11ac08'
const LATER = '4000000000'

describe.skipIf(!hasRecordedData)('calls recorded on mainnet, run again on the simulated package', () => {
  it('change two prices with the same events and resources', () => {
    const { recorded, chain } = replay('2382251863_wapal_place_listing')
    const listings = recorded.events.slice(0, 2).map((event) => String(jsonAt(event.data, 'listing')))
    for (const event of recorded.events) arrangeNamed(chain, jsonAt(event.data, 'token_metadata'))
    for (const listing of listings) arrange(chain, parseAddress(listing), FIXED_PRICE, { price: '1' })
    const seller = String(jsonAt(recorded.events[0]?.data, 'seller'))

    const played = chain.execute(
      parseAddress(seller),
      call('marketplace_scripts::update_fixed_price_many', [listings, ['459900000', '459900000']]),
    )
    expect(comparableEvents(played.events)).toEqual(comparableEvents(recorded.events))
    expect(resourcesOf(played, FIXED_PRICE)).toEqual(resourcesOf(recorded, FIXED_PRICE))
  })

  it('sell a token into a token offer with the same payments in the same order', () => {
    const { recorded, chain } = replay('2313248448_wapal_fill_offer')
    const fill = recorded.events[4]?.data ?? null
    const [offer, token] = [addressAt(fill, 'token_offer'), addressAt(fill, 'token_metadata.token.vec.0.inner')]
    arrangeSale(chain, recorded, fill)
    arrange(chain, offer, `${W}::token_offer::TokenOffer`, {
      item_price: '3400000000',
      expiration_time: LATER,
      fee_schedule: { inner: WFS },
    })
    arrange(chain, offer, `${W}::token_offer::TokenOfferTokenV2`, { token: { inner: token } })
    arrange(chain, offer, `${W}::token_offer::CoinOffer<${APT_COIN_TYPE}>`, { coins: { value: '3400000000' } })
    giveTo(chain, offer, String(jsonAt(fill, 'purchaser')))

    const played = chain.execute(addressAt(fill, 'seller'), call('token_offer::sell_tokenv2', [offer]))
    expect(comparableEvents(played.events)).toEqual(comparableEvents(recorded.events))
    expect(deletions(played)).toEqual(deletions(recorded))
  })

  it('sell the last token into a collection offer with the same payments in the same order', () => {
    const { recorded, chain } = replay('2382219668_wapal_fill_collection_offer')
    const fill = recorded.events[4]?.data ?? null
    const [offer, token] = [addressAt(fill, 'collection_offer'), addressAt(fill, 'token_metadata.token.vec.0.inner')]
    arrangeSale(chain, recorded, fill)
    const collection = String(jsonAt(fill, 'token_metadata.collection.vec.0.inner'))
    arrange(chain, offer, `${W}::collection_offer::CollectionOffer`, {
      item_price: '2550510000',
      remaining: '1',
      expiration_time: LATER,
      fee_schedule: { inner: WFS },
    })
    arrange(chain, offer, `${W}::collection_offer::CollectionOfferTokenV2`, { collection: { inner: collection } })
    arrange(chain, offer, `${W}::collection_offer::CoinOffer<${APT_COIN_TYPE}>`, { coins: { value: '2550510000' } })
    giveTo(chain, offer, String(jsonAt(fill, 'purchaser')))

    const played = chain.execute(addressAt(fill, 'seller'), call('collection_offer::sell_tokenv2', [offer, token]))
    expect(comparableEvents(played.events)).toEqual(comparableEvents(recorded.events))
    expect(deletions(played)).toEqual(deletions(recorded))
  })

  it('cancel a token offer, event first, money second', () => {
    const { recorded, chain } = replay('2381810159_wapal_cancel_offer')
    const cancelled = recorded.events[0]?.data ?? null
    const offer = addressAt(cancelled, 'token_offer')
    arrangeNamed(chain, jsonAt(cancelled, 'token_metadata'))
    arrange(chain, offer, `${W}::token_offer::TokenOffer`, {
      item_price: '2800000000',
      expiration_time: '1',
      fee_schedule: { inner: WFS },
    })
    const token = String(jsonAt(cancelled, 'token_metadata.token.vec.0.inner'))
    arrange(chain, offer, `${W}::token_offer::TokenOfferTokenV2`, { token: { inner: token } })
    arrange(chain, offer, `${W}::token_offer::CoinOffer<${APT_COIN_TYPE}>`, { coins: { value: '2800000000' } })
    giveTo(chain, offer, String(jsonAt(cancelled, 'purchaser')))

    const played = chain.execute(addressAt(cancelled, 'purchaser'), call('token_offer::cancel', [offer]))
    expect(comparableEvents(played.events)).toEqual(comparableEvents(recorded.events))
    expect(deletions(played)).toEqual(deletions(recorded))
  })

  it('place a collection offer with the same payments, event and resources', () => {
    const { recorded, chain } = replay('2382373209_wapal_place_collection_offer')
    const placed = recorded.events[2]?.data ?? null
    arrangeNamed(chain, jsonAt(placed, 'collection_metadata'))
    const buyer = addressAt(placed, 'purchaser')
    chain.fund(buyer, 97_600_000n)
    const collection = addressAt(placed, 'collection_metadata.collection.vec.0.inner')
    const args = [collection, WFS, '24400000', '4', '1740700800']

    const played = chain.execute(buyer, call('collection_offer::init_for_tokenv2_entry', args))
    // A fresh object's address is the only thing that cannot be the same.
    const ours = String(jsonAt(played.events[2]?.data, 'collection_offer'))
    const theirs = String(jsonAt(placed, 'collection_offer'))
    const renamed = JSON.parse(JSON.stringify(comparableEvents(played.events)).replaceAll(ours, theirs)) as Json
    expect(renamed).toEqual(comparableEvents(recorded.events))
    for (const type of ['CollectionOffer', 'CollectionOfferTokenV2', `CoinOffer<${APT_COIN_TYPE}>`]) {
      const full = `${W}::collection_offer::${type}`
      const written = JSON.parse(JSON.stringify(resourcesOf(played, full)).replaceAll(ours, theirs)) as Json
      expect(written).toEqual(resourcesOf(recorded, full))
    }
  })
})

const FIXED_PRICE = `${W}::coin_listing::FixedPriceListing<${APT_COIN_TYPE}>`

function replay(name: string): { recorded: ChainTransaction; chain: MemoryChain } {
  const recorded = recordedTransaction(`mainnet-transactions/${name}.json`)
  const modules = OPAL_CONTRACTS.mainnet === null ? [] : simulateOpal(OPAL_CONTRACTS.mainnet)
  return { recorded, chain: stateAfter(recorded, modules) }
}

/** Token back at the seller, the creator's royalty of 4.2 % where the recorded payment went. */
function arrangeSale(chain: MemoryChain, recorded: ChainTransaction, fill: Json): void {
  const metadata = jsonAt(fill, 'token_metadata')
  arrangeNamed(chain, metadata)
  const rate = { numerator: '42', denominator: '1000', payee_address: recorded.events[1]?.accountAddress ?? '0x0' }
  arrange(chain, addressAt(metadata ?? null, 'collection.vec.0.inner'), '0x4::royalty::Royalty', rate)
  giveTo(chain, addressAt(metadata ?? null, 'token.vec.0.inner'), String(jsonAt(fill, 'seller')))
}

function call(name: string, functionArguments: readonly PayloadArgument[]): EntryFunctionPayload {
  return {
    function: `${W}::${name}` as EntryFunctionPayload['function'],
    typeArguments: [APT_COIN_TYPE],
    functionArguments,
  }
}

function addressAt(data: Json, path: string): Address {
  return parseAddress(String(jsonAt(data, path)))
}

function resourcesOf(transaction: ChainTransaction, type: string): readonly Json[] {
  return transaction.changes.flatMap((change) =>
    change.kind === 'write-resource' && change.type === type ? [change.data] : [],
  )
}

function deletions(transaction: ChainTransaction): readonly string[] {
  return transaction.changes.flatMap((change) =>
    change.kind === 'delete-resource' ? [`${change.address} ${change.type}`] : [],
  )
}
