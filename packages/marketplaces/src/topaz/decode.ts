import { type Address, parseAddress, toAddressOrNull, toShortAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import type { CommonEventKind, MarketEvent, MarketEventCollection, SaleSplit } from '@opal/domain/market-event'
import { MICROS_PER_SECOND } from '@opal/domain/time'
import type { MarketplaceContracts } from '../adapter.ts'
import { deadlineSeconds } from '../decode/deadline-seconds.ts'
import { type DecodedToken, decodeNamedCollection, decodeTokenId, EventReader } from '../decode/event-reader.ts'
import { lastPaymentAsset, paymentsBefore, splitOf } from '../decode/sale-payments.ts'
import { TOPAZ_ID } from './contracts.ts'

/**
 * Decodes one event of the marketplace. Its calls take any coin: bids that do not name APT and sales that were paid in another coin
 * are passed over. Events of listings do not say which coin they ask for; as nothing is bought here, a listing in a
 * worthless coin misleads no wallet.
 *
 * @NOTE No transaction of this marketplace is recorded: the fields are those that other people's decoders and the official
 *   configuration read. `decode.test.ts` pins our reading.
 * @throws DecodeError
 */
export function decodeTopazEvent(
  contracts: MarketplaceContracts,
  event: ChainEvent,
  transaction: ChainTransaction,
): MarketEvent | null {
  const kind = kindOf(contracts.packageAddress, event.type)
  if (kind === null) return null
  const reader = new EventReader(TOPAZ_ID, event)
  const { version, timestampMicros } = transaction
  const base = { marketplace: TOPAZ_ID, version, timestampMicros, raw: event, priceOctas: reader.u64('price') }
  const own = new Set(eventTypes(contracts.packageAddress))
  const isOwn = (type: string) => own.has(type)
  const split = (seller: ReturnType<EventReader['address']>) => {
    const payments = paymentsBefore(transaction, event, isOwn)
    // The marketplace keeps its commission at the package itself.
    return splitOf(payments, { priceOctas: base.priceOctas, seller, feeReceivers: [contracts.packageAddress] })
  }
  const decoded = decodedAs(kind, reader, base, split)
  if (contracts.includesForeignOrders) return decoded
  // A sale without any payment before it is no evidence of another coin.
  if (decoded.kind.endsWith('-filled')) {
    return lastPaymentAsset(transaction, event, isOwn) === 'other' ? null : decoded
  }
  const isBid = decoded.kind !== 'listing-placed' && decoded.kind !== 'listing-cancelled'
  return isBid && !isApt(jsonAt(event.data, 'coin_type')) ? null : decoded
}

type Split = (seller: ReturnType<EventReader['address']>) => SaleSplit
type Base = Pick<MarketEvent, 'marketplace' | 'version' | 'timestampMicros' | 'raw' | 'priceOctas'>

function decodedAs(kind: CommonEventKind, reader: EventReader, base: Base, split: Split): MarketEvent {
  switch (kind) {
    case 'listing-placed':
    case 'listing-cancelled':
      return { ...base, kind, ...listingOf(reader) }
    case 'listing-filled': {
      const listing = listingOf(reader)
      return { ...base, kind, ...listing, buyer: reader.address('buyer'), ...split(listing.seller) }
    }
    case 'token-offer-placed':
      return { ...base, kind, ...tokenOf(reader), ...bidOf(reader), expiresAtSeconds: expiryOf(reader) }
    case 'token-offer-cancelled':
      return { ...base, kind, ...tokenOf(reader), ...bidOf(reader) }
    case 'token-offer-filled': {
      const seller = reader.address('seller')
      return { ...base, kind, ...tokenOf(reader), ...bidOf(reader), seller, ...split(seller) }
    }
    case 'collection-offer-placed': {
      const tokenAmount = reader.u64('amount')
      const collection = collectionOf(reader)
      return { ...base, kind, ...bidOf(reader), collection, tokenAmount, expiresAtSeconds: expiryOf(reader) }
    }
    case 'collection-offer-cancelled': {
      const remainingAmount = reader.optionalU64('amount')
      return { ...base, kind, ...bidOf(reader), collection: collectionOf(reader), remainingAmount }
    }
    case 'collection-offer-filled': {
      const seller = reader.address('seller')
      // It is unknown whether `amount` is what remains after this fill, and the event may lack it.
      return { ...base, kind, ...tokenOf(reader), ...bidOf(reader), seller, ...split(seller), remainingAmount: null }
    }
  }
}

function listingOf(reader: EventReader) {
  const listingId = String(reader.u64('listing_id'))
  return { ...tokenOf(reader), listingId, seller: reader.address('seller', 'owner') }
}

function bidOf(reader: EventReader) {
  return { offerId: String(reader.u64('bid_id')), buyer: reader.address('buyer') }
}

function expiryOf(reader: EventReader): bigint | null {
  const deadline = reader.optionalU64('deadline')
  return deadline === null ? null : deadlineSeconds(deadline)
}

/** A v2 token is named by `token_inner` and its collection by `collection_inner`, with an old-style id or without. */
function tokenOf(reader: EventReader): DecodedToken {
  const object = reader.optionalAddress('token_inner')
  if (object === null) return decodeTokenId(reader, 'token_id')
  return {
    token: {
      standard: 'v2',
      tokenDataId: object,
      tokenName: reader.optionalText('token_id.token_data_id.name'),
      propertyVersion: null,
    },
    collection: {
      collectionId: reader.optionalAddress('collection_inner'),
      creatorAddress: reader.optionalAddress('token_id.token_data_id.creator'),
      collectionName: reader.optionalText('token_id.token_data_id.collection'),
    },
  }
}

function collectionOf(reader: EventReader): MarketEventCollection {
  const object = reader.optionalAddress('collection_inner')
  const named = () => decodeNamedCollection(reader.address('creator'), reader.text('collection_name', 'collection'))
  if (object === null) return named()
  return {
    collectionId: object,
    creatorAddress: reader.optionalAddress('creator'),
    collectionName: reader.optionalText('collection_name') ?? reader.optionalText('collection'),
  }
}

/**
 * `token_coin_swap::TokenListingEvent` and `TokenSwapEvent` repeat List and Buy, `SendEvent` and `ClaimEvent` are no
 * trades: none of them is here.
 * @source other people's decoders and the official configuration, docs/reference/marketplace-contracts.md#topaz-events
 */
const KINDS: ReadonlyMap<string, CommonEventKind> = new Map([
  ['ListEvent', 'listing-placed'],
  ['DelistEvent', 'listing-cancelled'],
  ['BuyEvent', 'listing-filled'],
  ['BidEvent', 'token-offer-placed'],
  ['CancelBidEvent', 'token-offer-cancelled'],
  ['SellEvent', 'token-offer-filled'],
  ['CollectionBidEvent', 'collection-offer-placed'],
  ['CancelCollectionBidEvent', 'collection-offer-cancelled'],
  ['FillCollectionBidEvent', 'collection-offer-filled'],
])

/** Returns types of the package's events that mean something here. */
export function eventTypes(packageAddress: Address): readonly string[] {
  return [...KINDS.keys()].map((name) => `${prefixOf(packageAddress)}${name}`)
}

/** Returns the meaning of an event type of the package; null for others. */
function kindOf(packageAddress: Address, type: string): CommonEventKind | null {
  const prefix = prefixOf(packageAddress)
  return type.startsWith(prefix) ? (KINDS.get(type.slice(prefix.length)) ?? null) : null
}

function prefixOf(packageAddress: Address): string {
  return `${toShortAddress(packageAddress)}::events::`
}

/** `TypeInfo` of APT, names in hex: `aptos_coin`, `AptosCoin`. @source 0x1::type_info, 0x1::aptos_coin */
export const APT_TYPE_INFO: JsonObject = {
  account_address: '0x1',
  module_name: '0x6170746f735f636f696e',
  struct_name: '0x4170746f73436f696e',
}
const FRAMEWORK = parseAddress('0x1')

/** Returns whether a `TypeInfo` names APT. Anyone can make a coin and bid in it. */
function isApt(typeInfo: Json | undefined): boolean {
  const account = jsonAt(typeInfo ?? null, 'account_address')
  return (
    typeof account === 'string' &&
    toAddressOrNull(account) === FRAMEWORK &&
    jsonAt(typeInfo ?? null, 'module_name') === APT_TYPE_INFO.module_name &&
    jsonAt(typeInfo ?? null, 'struct_name') === APT_TYPE_INFO.struct_name
  )
}

const MAX_SECONDS = (2n ** 64n - 1n) / MICROS_PER_SECOND

/**
 * Returns a deadline as calls take it: in microseconds, capped at the range of a u64.
 */
export function deadlineOf(expiresAtSeconds: bigint): string {
  const seconds = expiresAtSeconds < MAX_SECONDS ? expiresAtSeconds : MAX_SECONDS
  return String(seconds * MICROS_PER_SECOND)
}
