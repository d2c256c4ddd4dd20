import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { describe, expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { contractsOf } from '../network-contracts.ts'
import { hasRecordedData } from '../testing/config.ts'
import type { MemoryChain } from '../testing/memory-chain.ts'
import { recordedCall } from '../testing/recorded-call.ts'
import { recordedTransaction } from '../testing/recorded-transaction.ts'
import { call } from './call.ts'
import { MERCATO_CONTRACTS, ROUTED_FAMILY_PACKAGE } from './contracts.ts'
import { simulateMercato } from './simulate.ts'
import { placedOrders, presuppose, presupposedState } from './testing/presupposed-state.ts'

const contracts = MERCATO_CONTRACTS.mainnet as MarketplaceContracts
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
    expect(told(played)).toEqual(told(recorded))
    expect(gone(played)).toEqual(gone(recorded))
  })

  it.each([
    ['2386133936_tradeport_v2_place_offer', TOKEN, 'TokenBid'],
    ['2386891051_tradeport_v2_place_collection_offer', COLLECTION, 'CollectionBid'],
  ])('%s', (name, wanted, bid) => {
    const { recorded, chain, signed } = open(name)
    presuppose(chain, parseAddress(String(signed.payload.functionArguments[0])), wanted)
    const played = renamed(chain.execute(signed.sender, signed.payload), recorded)
    expect(told(played)).toEqual(told(recorded))
    expect(written(played, bid)).toEqual(written(recorded, bid))
  })

  it('2386809975_tradeport_v2_place_listing, which takes a listing from another venue', () => {
    const { recorded, chain, signed } = open('2386809975_tradeport_v2_place_listing', everyVenue())
    const cancelled = recorded.events[3]?.data ?? null
    presupposeListing(chain, cancelled)
    const played = renamed(chain.execute(signed.sender, signed.payload), recorded)
    expect(told(played)).toEqual(told(recorded))
    expect(written(played, 'Listing')).toEqual(written(recorded, 'Listing'))
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
    expect(told({ events: played })).toEqual(told(recorded))
    expect(chain.peek().balanceApt(signed.sender)).toBe(0n)
  })
})

function open(name: string, modules = simulateMercato(contracts)) {
  const path = `mainnet-transactions/${name}.json`
  const [recorded, signed] = [recordedTransaction(path), recordedCall(path)]
  const chain = presupposedState(recorded, modules)
  chain.nowMicros = signed.atMicros
  return { recorded, chain, signed }
}

function everyVenue() {
  return contractsOf('mainnet').flatMap(({ adapter, contracts: own }) => adapter.simulate(own))
}

/** The listing on the other venue, as the event of its end tells of it. */
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
const FEE_STATEMENT = '0x1::transaction_fee::FeeStatement'
const COIN = /^0x1::coin::/

/** What events say, all of it; the numbers of an account's own coin events are history that the transaction does not tell. */
function told({ events }: { readonly events: readonly ChainEvent[] }): readonly object[] {
  return events
    .filter(({ type }) => type !== FEE_STATEMENT)
    .map(({ type, accountAddress, creationNumber, sequenceNumber, data }) => ({
      type,
      accountAddress,
      creationNumber,
      data,
      ...(!COIN.test(type) && { sequenceNumber }),
    }))
}

function gone({ changes }: ChainTransaction): readonly string[] {
  return changes.flatMap((change) => (change.kind === 'delete-resource' ? [change.address] : [])).sort()
}

function written({ changes }: ChainTransaction, struct: string): readonly Json[] {
  return changes.flatMap((change) =>
    change.kind === 'write-resource' && change.type.endsWith(`::${struct}`) ? [change.data] : [],
  )
}

/** Fresh objects under the addresses they had. */
function renamed(played: ChainTransaction, recorded: ChainTransaction): ChainTransaction {
  const theirs = placedOrders(recorded)
  const names = placedOrders(played).map(({ order }, at) => [order, theirs[at]?.order ?? order] as const)
  const text = JSON.stringify(played, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))
  const spelled = names.reduce((all, [ours, other]) => all.replaceAll(short(ours), short(other)), text)
  return JSON.parse(spelled, (_key, value) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as ChainTransaction
}

/** Moved values spell addresses without leading zeros; what follows them is the same in both spellings. */
function short(address: Address): string {
  return address.replace(/^0x0*/, '')
}
