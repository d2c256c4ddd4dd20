import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import type { MarketEvent, MarketEventCollection, SaleSplit } from '@opal/domain/market-event'
import type { MarketplaceContracts } from '../adapter.ts'
import { type DecodedToken, decodeNamedCollection, decodeTokenId } from '../decode-token-id.ts'
import { EventReader } from '../event-reader.ts'
import { paymentsBefore, splitOf, wasPaidInAnotherCoin } from '../sale-payments.ts'
import { isApt } from './coin-type.ts'
import { deadlineSeconds } from './deadline.ts'
import { eventTypes, kindOf } from './event-names.ts'
import { TOPAZ_ID } from './id.ts'

/**
 * One event of the venue. Its calls take any coin: bids that do not name APT and sales that were paid in another coin
 * are passed over. Events of listings do not say which coin they ask for; as nothing is bought here, a listing in a
 * worthless coin misleads nobody's wallet.
 *
 * @NOTE No transaction of this venue is at hand: fields are those that other people's decoders and the official
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
    // The venue keeps its commission at the package itself.
    return splitOf(payments, { priceOctas: base.priceOctas, seller, feeReceivers: [contracts.packageAddress] })
  }
  const decoded = decodedAs(kind, reader, base, split)
  if (contracts.tellsForeignOrders) return decoded
  if (decoded.kind.endsWith('-filled')) {
    return wasPaidInAnotherCoin(transaction, event, isOwn) ? null : decoded
  }
  const isBid = decoded.kind !== 'listing-placed' && decoded.kind !== 'listing-cancelled'
  return isBid && !isApt(jsonAt(event.data, 'coin_type')) ? null : decoded
}

type Split = (seller: ReturnType<EventReader['address']>) => SaleSplit
type Base = Pick<MarketEvent, 'marketplace' | 'version' | 'timestampMicros' | 'raw' | 'priceOctas'>

function decodedAs(kind: MarketEvent['kind'], reader: EventReader, base: Base, split: Split): MarketEvent {
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
      // Whether `amount` is what is left after this fill is not settled, and the event may lack it: say nothing.
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

/** A v2 token is named by `token_inner` and its collection by `collection_inner`, beside an old-style id or without. */
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
