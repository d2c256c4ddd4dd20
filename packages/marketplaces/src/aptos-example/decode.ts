import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type {
  CommonEventKind,
  MarketEvent,
  MarketEventCollection,
  MarketEventToken,
  SaleSplit,
} from '@opal/domain/market-event'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import type { MarketplaceContracts } from '../adapter.ts'
import { EventReader } from '../decode/event-reader.ts'
import { familyEventKind } from './event-names.ts'
import { isInApt, isUnderOurSchedule } from './foreign-orders.ts'
import { collectionOfferType, offerExpiry, remainingAfterFill, tokenOfferType } from './offer-resources.ts'

interface Source {
  readonly reader: EventReader
  readonly event: ChainEvent
  readonly transaction: ChainTransaction
  readonly contracts: MarketplaceContracts
}

type Base = Pick<MarketEvent, 'marketplace' | 'version' | 'timestampMicros' | 'raw' | 'priceOctas'>
type Decoders = {
  readonly [Kind in CommonEventKind]: (base: Base, source: Source) => Extract<MarketEvent, { kind: Kind }>
}

/**
 * Decodes one event of a marketplace that is a deployment of the example marketplace.
 *
 * @param marketplace adapter id, carried into the event and into errors.
 * @returns null for types that are none of the nine, and, unless the contracts ask for them, for orders of others: under
 *   a fee schedule that is not the marketplace's, or in another coin than APT.
 * @throws DecodeError when one of the nine lacks a needed field.
 */
export function decodeFamilyEvent(
  marketplace: string,
  contracts: MarketplaceContracts,
  event: ChainEvent,
  transaction: ChainTransaction,
): MarketEvent | null {
  const kind = familyEventKind(contracts.packageAddress, event.type)
  if (kind === null || !(contracts.includesForeignOrders || isUnderOurSchedule(contracts, event))) return null
  const reader = new EventReader(marketplace, event)
  const { version, timestampMicros } = transaction
  const base = { marketplace, version, timestampMicros, raw: event, priceOctas: reader.u64('price') }
  const decoded = DECODERS[kind](base, { reader, event, transaction, contracts })
  return contracts.includesForeignOrders || isInApt(contracts, transaction, decoded) ? decoded : null
}

const DECODERS: Decoders = {
  'listing-placed': (base, { reader }) => ({ ...base, kind: 'listing-placed', ...listing(reader) }),
  'listing-cancelled': (base, { reader }) => ({ ...base, kind: 'listing-cancelled', ...listing(reader) }),
  'listing-filled': (base, { reader }) => ({
    ...base,
    kind: 'listing-filled',
    ...listing(reader),
    buyer: buyer(reader),
    ...split(reader),
  }),
  'token-offer-placed': (base, source) => ({
    ...base,
    kind: 'token-offer-placed',
    ...tokenOffer(source.reader),
    expiresAtSeconds:
      source.reader.optionalU64('expiration_time') ??
      offerExpiry(
        source.transaction,
        source.reader.address('token_offer'),
        tokenOfferType(source.contracts.packageAddress),
      ),
  }),
  'token-offer-cancelled': (base, { reader }) => ({ ...base, kind: 'token-offer-cancelled', ...tokenOffer(reader) }),
  'token-offer-filled': (base, { reader }) => ({
    ...base,
    kind: 'token-offer-filled',
    ...tokenOffer(reader),
    seller: reader.address('seller'),
    ...split(reader),
  }),
  'collection-offer-placed': (base, source) => ({
    ...base,
    kind: 'collection-offer-placed',
    ...collectionOffer(source.reader),
    collection: decodeCollection(source.reader),
    tokenAmount: source.reader.u64('token_amount'),
    expiresAtSeconds:
      source.reader.optionalU64('expiration_time') ??
      offerExpiry(
        source.transaction,
        source.reader.address('collection_offer'),
        collectionOfferType(source.contracts.packageAddress),
      ),
  }),
  'collection-offer-cancelled': (base, { reader }) => ({
    ...base,
    kind: 'collection-offer-cancelled',
    ...collectionOffer(reader),
    collection: decodeCollection(reader),
    remainingAmount: reader.optionalU64('remaining_token_amount'),
  }),
  'collection-offer-filled': (base, source) => ({
    ...base,
    kind: 'collection-offer-filled',
    ...collectionOffer(source.reader),
    ...tokenAndCollection(source.reader),
    seller: source.reader.address('seller'),
    ...split(source.reader),
    remainingAmount:
      source.reader.optionalU64('remaining_token_amount') ??
      remainingAfterFill(
        source.transaction,
        source.event,
        source.reader.address('collection_offer'),
        source.contracts.packageAddress,
      ),
  }),
}

function listing(reader: EventReader) {
  // The second paths belong to a variant that published configurations name but no transaction has shown.
  const seller = reader.address('seller', 'owner')
  return { ...tokenAndCollection(reader), listingId: reader.address('listing'), seller }
}

function tokenOffer(reader: EventReader) {
  return { ...tokenAndCollection(reader), offerId: reader.address('token_offer'), buyer: buyer(reader) }
}

function collectionOffer(reader: EventReader) {
  return { offerId: reader.address('collection_offer'), buyer: buyer(reader) }
}

/** Returns the token and the collection of an event's `token_metadata`. @throws DecodeError */
export function tokenAndCollection(reader: EventReader) {
  return { token: decodeToken(reader), collection: decodeTokenCollection(reader) }
}

function buyer(reader: EventReader) {
  return reader.address('purchaser', 'buyer')
}

/**
 * Returns what a sale paid of its price, by its event. The contract pays the royalty first, and of the commission what is left for it,
 * while the event states both in full.
 * @source docs/reference/marketplace-contracts.md#aptos-example-events
 */
export function split(reader: EventReader): SaleSplit {
  const priceOctas = reader.u64('price')
  const royaltyOctas = atMost(reader.optionalU64('royalties'), priceOctas)
  return { commissionOctas: atMost(reader.optionalU64('commission'), priceOctas - (royaltyOctas ?? 0n)), royaltyOctas }
}

function atMost(octas: bigint | null, limit: bigint): bigint | null {
  return octas !== null && octas > limit ? limit : octas
}

/**
 * The token of an event's `token_metadata`. An empty `token` option says v1, whose id is a hash of its names.
 *
 * @NOTE The event of a cancelled offer on a burnt v2 token has neither token nor property version, and so no token id:
 *   the hash of its placeholder names replaces it, and the offer is identified by its own id.
 * @source docs/reference/marketplace-contracts.md#aptos-example-events
 */
function decodeToken(reader: EventReader): MarketEventToken {
  const object = reader.optionalAddress('token_metadata.token.vec.0.inner')
  const tokenName = reader.text('token_metadata.token_name', 'token_id.token_data_id.name')
  if (object !== null) return { standard: 'v2', tokenDataId: object, tokenName, propertyVersion: null }

  const propertyVersion =
    reader.optionalU64('token_metadata.property_version.vec.0') ?? reader.optionalU64('token_id.property_version')
  const creator = reader.address('token_metadata.creator_address', 'token_id.token_data_id.creator')
  const collection = reader.text('token_metadata.collection_name', 'token_id.token_data_id.collection')
  return {
    standard: propertyVersion === null ? 'v2' : 'v1',
    tokenDataId: tokenDataIdV1(creator, collection, tokenName),
    tokenName,
    propertyVersion,
  }
}

/** Returns the collection named by an event's `token_metadata`. */
function decodeTokenCollection(reader: EventReader): MarketEventCollection {
  const creatorAddress = reader.address('token_metadata.creator_address', 'token_id.token_data_id.creator')
  const collectionName = reader.text('token_metadata.collection_name', 'token_id.token_data_id.collection')
  const object = reader.optionalAddress('token_metadata.collection.vec.0.inner')
  return { collectionId: object ?? collectionIdV1(creatorAddress, collectionName), creatorAddress, collectionName }
}

/** Returns the collection of an event's `collection_metadata` (offers on tokens of a collection, placed and cancelled). @throws DecodeError */
export function decodeCollection(reader: EventReader): MarketEventCollection {
  const creatorAddress = reader.address('collection_metadata.creator_address')
  const collectionName = reader.text('collection_metadata.collection_name')
  const object = reader.optionalAddress('collection_metadata.collection.vec.0.inner')
  return { collectionId: object ?? collectionIdV1(creatorAddress, collectionName), creatorAddress, collectionName }
}
