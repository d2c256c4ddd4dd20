import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { hasRecordedData } from '@opal/domain/testing/config'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { MERCATO_CONTRACTS } from '@opal/marketplaces/mercato/contracts'
import { call } from '@opal/marketplaces/mercato/listing-payloads'
import { recordedTransaction } from '@opal/marketplaces/testing/recorded-transaction'
import { describe, expect, it } from 'vitest'
import { simulateMarketplaces } from '../simulate-marketplaces.ts'
import { comparableEvents, gone, renamed, written } from '../testing/compare-replay.ts'
import type { MemoryChain } from '../testing/memory-chain.ts'
import { recordedCall } from '../testing/recorded-call.ts'
import { ROUTED_FAMILY_PACKAGE } from './markets.ts'
import { mercatoSimulator } from './simulator.ts'
import { placedOrders, presuppose, presupposedState } from './testing/presupposed-state.ts'

const contracts = MERCATO_CONTRACTS.mainnet as MarketplaceContracts
const PREFIX = toShortAddress(contracts.packageAddress)
const LISTING = `${PREFIX}::listings_v2::Listing`
const [TOKEN, COLLECTION] = ['0x4::token::Token', '0x4::collection::Collection']

describe.skipIf(!hasRecordedData)('recorded calls, played again as they were signed', () => {
  it.each([
    '2277018899_tradeport_v2_accept_token_delist_same_token_data_id',
    '2296098846_tradeport_v2_accept_token_delist2',
    '2296149225_tradeport_v2_accept_token_delist',
    '2386889884_tradeport_v2_cancel_collection_offer',
  ])('%s', (name) => {
    const { recorded, chain, signed } = open(name)
    const played = chain.execute(signed.sender, signed.payload)
    expect(comparableEvents(played)).toEqual(comparableEvents(recorded))
    expect(gone(played)).toEqual(gone(recorded))
  })

  it.each([
    ['2386133936_tradeport_v2_place_offer', TOKEN, 'TokenBid'],
    ['2386891051_tradeport_v2_place_collection_offer', COLLECTION, 'CollectionBid'],
  ])('%s', (name, wanted, bid) => {
    const { recorded, chain, signed } = open(name)
    presuppose(chain, parseAddress(String(signed.payload.functionArguments[0])), wanted)
    const sent = chain.execute(signed.sender, signed.payload)
    const played = renamed(sent, freshOrders(sent, recorded))
    expect(comparableEvents(played)).toEqual(comparableEvents(recorded))
    expect(written(played, `${PREFIX}::biddings_v2::${bid}`)).toEqual(
      written(recorded, `${PREFIX}::biddings_v2::${bid}`),
    )
  })

  it('2386809975_tradeport_v2_place_listing, which takes a listing from another marketplace', () => {
    const { recorded, chain, signed } = open('2386809975_tradeport_v2_place_listing', everyMarketplace())
    const cancelled = recorded.events[3]?.data ?? null
    presupposeListing(chain, cancelled)
    const sent = chain.execute(signed.sender, signed.payload)
    const played = renamed(sent, freshOrders(sent, recorded))
    expect(comparableEvents(played)).toEqual(comparableEvents(recorded))
    expect(written(played, LISTING)).toEqual(written(recorded, LISTING))
    expect(gone(played)).toEqual(gone(recorded))
  })
})

describe.skipIf(!hasRecordedData)('a recorded purchase through a router', () => {
  it('2386455218_tradeport_v2_fill_listing is four purchases with the same payments and events', () => {
    const { recorded, chain, signed } = open('2386455218_tradeport_v2_fill_listing')
    const collection = parseAddress('0xdf7175d95f236ac3f9fb581645498857bc42f90ff030527bcefe30c1558a6eac')
    const payee = recorded.events[1]?.accountAddress as Address
    // 8 % is what all four first payments are of their prices; the collection itself is not in the write set.
    presuppose(chain, collection, '0x4::royalty::Royalty', {
      numerator: '8',
      denominator: '100',
      payee_address: payee,
    })
    const [listings = []] = signed.payload.functionArguments as readonly (readonly string[])[]
    const played = listings.flatMap(
      (listing) => chain.execute(signed.sender, call(contracts, 'listings_v2::buy_token', [listing])).events,
    )
    expect(comparableEvents({ events: played })).toEqual(comparableEvents(recorded))
    expect(chain.peek().balanceApt(signed.sender)).toBe(0n)
  })
})

function open(name: string, modules = mercatoSimulator.simulate(contracts)) {
  const path = `mainnet-transactions/${name}.json`
  const [recorded, signed] = [recordedTransaction(path), recordedCall(path)]
  const chain = presupposedState(recorded, modules)
  chain.nowMicros = signed.atMicros
  return { recorded, chain, signed }
}

function everyMarketplace() {
  return simulateMarketplaces(contractsOf('mainnet'))
}

/** The listing on the other marketplace, as the event of its end tells of it. */
function presupposeListing(chain: MemoryChain, cancelled: Json): void {
  const listing = parseAddress(String(jsonAt(cancelled, 'listing')))
  const other = `${ROUTED_FAMILY_PACKAGE}`
  const seller = String(jsonAt(cancelled, 'seller'))
  presuppose(chain, listing, '0x1::object::ObjectCore', { owner: seller, allow_ungated_transfer: false })
  presuppose(chain, listing, `${other}::coin_listing::FixedPriceListing<${APT_COIN_TYPE}>`, {
    price: String(jsonAt(cancelled, 'price')),
  })
  presuppose(chain, listing, `${other}::listing::Listing`, {
    object: jsonAt(cancelled, 'token_metadata.token.vec.0') as Json,
    seller,
    fee_schedule: { inner: FEE_SCHEDULE },
  })
  presuppose(chain, parseAddress(String(jsonAt(cancelled, 'token_metadata.collection.vec.0.inner'))), COLLECTION, {
    creator: String(jsonAt(cancelled, 'token_metadata.creator_address')),
    name: String(jsonAt(cancelled, 'token_metadata.collection_name')),
  })
}

const FEE_SCHEDULE = '0x71f7c94805c33d32a7f9560c95f02e9d3b5bc49884a883916f03abe6da11ac08'

/** Each placed order of ours, and the one that was recorded. */
function freshOrders(played: ChainTransaction, recorded: ChainTransaction): readonly (readonly [Address, Address])[] {
  const theirs = placedOrders(recorded)
  return placedOrders(played).map(({ order }, at) => [order, theirs[at]?.order ?? order])
}
