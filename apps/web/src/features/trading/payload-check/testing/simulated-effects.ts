import type { SimulationResult } from '@opal/chain/rest/simulation'
import { parseAddress, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { ChosenDraft } from '../../quote/trade-draft.ts'
import { answerOf } from '../../testing/testing-answer.ts'
import { checkEffects } from '../check-effects.ts'
import { PayloadRefusedError } from '../payload-refused-error.ts'
import { itemWith, listingAt, NATIVE, ONE_TOKEN, offerAt, PLACE, SIGNER } from './trade-fixtures.ts'

export const TOKEN = parseAddress('0x70')
export const OTHER = parseAddress('0x71')
export const COLLECTION = parseAddress('0xc0')
/** In any coin: the coin of an order is in a resource, which is left out here. */
export const MARKETPLACES = PLACE.marketplaces.map(({ adapter, contracts }) => ({
  adapter,
  contracts: { ...contracts, includesForeignOrders: true },
}))
const own = MARKETPLACES.find(({ adapter }) => adapter.isNative)
const PACKAGE = own === undefined ? '' : toShortAddress(own.contracts.packageAddress)
export const GAS = 10_000n

/** Effects of a simulated call. */
export interface Effects {
  readonly gain?: bigint
  readonly gas?: bigint
  /** Octas of the storage that it frees. */
  readonly refund?: bigint
  readonly events?: readonly { readonly name: string; readonly token: string; readonly more?: JsonObject }[]
  readonly collection?: string
}

/** Returns the simulation of a call with these effects. */
export function simulated(effects: Effects): SimulationResult {
  const { gain = 0n, gas = GAS, refund = 0n, events = [], collection = COLLECTION } = effects
  const money = { coin_type: '0x1::aptos_coin::AptosCoin', account: SIGNER, amount: String(gain < 0n ? -gain : gain) }
  const emitted = [
    ...(gain === 0n ? [] : [{ type: `0x1::coin::Coin${gain < 0n ? 'Withdraw' : 'Deposit'}`, data: money }]),
    ...events.map(({ name, token, more = {} }) => ({
      type: `${PACKAGE}::events::${name}`,
      data: { ...orderOf(token, collection), ...more },
    })),
  ]
  return {
    success: true,
    vmStatus: 'Executed successfully',
    gasUsed: gas / 100n,
    gasUnitPrice: 100n,
    storageRefundOctas: refund,
    transaction: {
      version: 1n,
      hash: '0x1',
      blockHeight: 1n,
      epoch: 1n,
      timestampMicros: 1n,
      success: true,
      sender: SIGNER,
      entryFunction: null,
      gasUsed: gas / 100n,
      gasUnitPrice: 100n,
      changes: [],
      events: emitted.map((event, index) => ({
        ...event,
        index,
        accountAddress: ZERO_ADDRESS,
        creationNumber: 0n,
        sequenceNumber: 0n,
      })),
    },
  }
}

function orderOf(token: string, collection: string): JsonObject {
  return {
    listing: '0x115',
    token_offer: '0x0ff',
    seller: '0x5e11',
    purchaser: SIGNER,
    price: '100000000',
    commission: '0',
    royalties: '0',
    type: 'fixed price',
    token_metadata: {
      creator_address: '0xc',
      collection_name: 'Stones',
      token_name: 'Stone',
      property_version: { vec: [] },
      collection: { vec: [{ inner: collection }] },
      token: { vec: [{ inner: token }] },
    },
  }
}

export const PRICE = ONE_TOKEN.priceOctas
export const BUY: ChosenDraft = { call: 'buy', body: { items: [{ tokenDataId: TOKEN }] } }
export const SWEEP: ChosenDraft = { call: 'sweep', body: { collectionId: COLLECTION, count: 1 } }
export const SELL: ChosenDraft = { call: 'accept-bid', body: { items: [{ tokenDataId: TOKEN }] } }
export const FILLED = { name: 'ListingFilledEvent', token: TOKEN }
export const SOLD = { name: 'TokenOfferFilledEvent', token: TOKEN }
const facts = { ...ONE_TOKEN, nth: 2 }
export const listing = { ...listingAt(facts, NATIVE, 0), listingId: parseAddress('0x115') }
const offer = { ...offerAt(facts, NATIVE, 0), offerId: parseAddress('0x0ff') }
export const bought = answerOf(
  { gasOctas: String(GAS), totalOctas: String(PRICE + GAS) },
  { items: [{ ...itemWith(listing.token, { listing }), tokenDataId: TOKEN }] },
)
const sold = answerOf(
  { gasOctas: String(GAS), totalOctas: String(GAS), receivedOctas: String(PRICE) },
  { items: [{ ...itemWith(listing.token, { offer }), tokenDataId: TOKEN }] },
)

/** Returns why a call with these effects is refused, or that it is accepted. */
export function verdict(draft: ChosenDraft, effects: Effects): string {
  try {
    checkEffects(draft, draft.call === 'accept-bid' ? sold : bought, SIGNER, simulated(effects), MARKETPLACES)
    return 'accepted'
  } catch (error) {
    if (error instanceof PayloadRefusedError) return error.message
    throw error
  }
}
