import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEvent } from '@opal/domain/market-event'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { hasRecordedData } from '@opal/domain/testing/config'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { opalAdapter } from '@opal/marketplaces/opal/adapter'
import { OPAL_CONTRACTS } from '@opal/marketplaces/opal/contracts'
import { recordedTransaction } from '@opal/marketplaces/testing/recorded-transaction'
import { describe, expect, it } from 'vitest'
import { comparableEvents, gone, renamed, written } from '../testing/compare-replay.ts'
import { recordedCall } from '../testing/recorded-call.ts'
import { presupposedState } from './testing/presupposed-state.ts'

const contracts = OPAL_CONTRACTS.mainnet as MarketplaceContracts
const W = contracts.packageAddress
const OFFERS = [
  ...['CollectionOffer', 'CollectionOfferTokenV2', `CoinOffer<${APT_COIN_TYPE}>`].map(
    (type) => `collection_offer::${type}`,
  ),
  ...['TokenOffer', 'TokenOfferTokenV1', `CoinOffer<${APT_COIN_TYPE}>`].map((type) => `token_offer::${type}`),
]

/*
 * Each is the call as it was signed, run in a state that is made of what its decoded transaction presupposes. The events
 * must come out in their order with all they say, handle numbers included, and the same objects must be gone.
 */
describe.skipIf(!hasRecordedData)('calls recorded on mainnet, run again as they were signed', () => {
  it.each([
    ['2313248448_wapal_fill_offer', 'a sale into an offer for the token'],
    ['2381810159_wapal_cancel_offer', 'an offer taken back'],
    ['2382219668_wapal_fill_collection_offer', 'a sale that ends an offer for the collection'],
    ['2382251863_wapal_place_listing', 'two prices changed'],
    ['2382313982_wapal_place_offer', 'an offer for a v1 token'],
    ['2382373209_wapal_place_collection_offer', 'an offer for four tokens of a collection'],
  ])('%s: %s', (name) => {
    const { recorded, decoded, chain, signed } = open(name)
    const ran = chain.execute(signed.sender, signed.payload)
    const played = renamed(ran, freshNames(decoded, eventsOf(ran)))
    expect(comparableEvents(played)).toEqual(comparableEvents(recorded))
    expect(gone(played)).toEqual(gone(recorded))
    for (const type of OFFERS.map((each) => `${W}::${each}`))
      expect(written(played, type)).toEqual(written(recorded, type))
    expect(chain.peek().balanceApt(signed.sender)).toBe(left(recorded, signed.sender))
  })
})

function open(name: string) {
  const path = `mainnet-transactions/${name}.json`
  const [recorded, signed] = [recordedTransaction(path), recordedCall(path)]
  const decoded = eventsOf(recorded)
  const chain = presupposedState(contracts, { transaction: recorded, decoded, atMicros: signed.atMicros })
  return { recorded, decoded, chain, signed }
}

function eventsOf(transaction: ChainTransaction): readonly MarketEvent[] {
  return decodeMarketEvents(transaction, [{ adapter: opalAdapter, contracts }]).events
}

/** Objects that a call made are called as theirs were: the orders it placed, in their order. */
function freshNames(
  theirs: readonly MarketEvent[],
  ours: readonly MarketEvent[],
): readonly (readonly [Address, Address])[] {
  const placed = (events: readonly MarketEvent[]) =>
    events.flatMap((event) => ('offerId' in event ? [event.offerId] : []))
  return placed(ours).map((order, at) => [order as Address, (placed(theirs)[at] ?? order) as Address])
}

/** Returns the sender's final balance, starting from what was withdrawn from them. */
function left({ events }: ChainTransaction, sender: Address): bigint {
  return events
    .filter(({ type, accountAddress }) => type === '0x1::coin::DepositEvent' && accountAddress === sender)
    .reduce((sum, { data }) => sum + BigInt((data as { readonly amount: string }).amount), 0n)
}
