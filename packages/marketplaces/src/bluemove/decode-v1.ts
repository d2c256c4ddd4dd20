import { type Address, toShortAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, jsonAt } from '@opal/domain/json'
import type { CommonEventKind, MarketEvent, MarketEventToken } from '@opal/domain/market-event'
import { tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import type { AptDeposit } from '../decode/apt-deposits.ts'
import { deadlineSeconds } from '../decode/deadline-seconds.ts'
import { decodeNamedCollection, decodeTokenId, EventReader } from '../decode/event-reader.ts'
import { paymentsBefore, splitOf, sumOf } from '../decode/sale-payments.ts'
import { BLUEMOVE_ID, FEE_RECEIVER_V1, PACKAGE_V1 } from './contracts.ts'

/**
 * Decodes one event of the v1 contract.
 *
 * @NOTE No transaction of this contract is recorded: the fields are those that other people's decoders read, and
 *   `decode-v1.test.ts` pins our reading. A sale's event says neither price nor seller: both are those of the listing that
 *   it fills. Anyone can pay themselves before they call the marketplace, so that what was paid is evidence for the split only.
 * @throws DecodeError
 */
export function decodeEventV1(event: ChainEvent, transaction: ChainTransaction): MarketEvent | null {
  const kind = kindOfV1(event.type)
  if (kind === null) return null
  const reader = new EventReader(BLUEMOVE_ID, event)
  const { version, timestampMicros } = transaction
  const base = { marketplace: BLUEMOVE_ID, version, timestampMicros, raw: event }

  switch (kind) {
    case 'listing-placed': {
      const seller = reader.address('seller_address')
      return { ...base, kind, ...listingOf(reader), seller, priceOctas: reader.u64('amount') }
    }
    case 'listing-cancelled':
      return { ...base, kind, ...listingOf(reader), seller: reader.address('seller_address'), priceOctas: 0n }
    case 'listing-filled':
      return {
        ...base,
        kind,
        ...listingOf(reader),
        buyer: reader.address('buyer_address'),
        ...saleOf(event, transaction),
      }
    case 'token-offer-placed':
      return {
        ...base,
        kind,
        ...tokenOfferOf(reader),
        priceOctas: reader.u64('amount'),
        expiresAtSeconds: expiryOf(reader),
      }
    case 'token-offer-cancelled':
      return { ...base, kind, ...tokenOfferOf(reader), priceOctas: reader.optionalU64('amount') ?? 0n }
    case 'token-offer-filled': {
      const [seller, priceOctas] = [reader.address('owner_token'), reader.u64('amount')]
      const split = splitBefore(event, transaction, priceOctas, seller)
      return { ...base, kind, ...tokenOfferOf(reader), seller, priceOctas, ...split }
    }
    case 'collection-offer-placed': {
      const tokenAmount = reader.u64(`${ITEM}.quantity_offer_items`)
      return { ...base, kind, ...collectionOfferOf(reader), tokenAmount, expiresAtSeconds: expiryOf(reader) }
    }
    case 'collection-offer-cancelled': {
      const remainingAmount = reader.optionalU64('quantity_cancel_items')
      return { ...base, kind, ...collectionOfferOf(reader), remainingAmount }
    }
    case 'collection-offer-filled': {
      const offer = collectionOfferOf(reader)
      const sold = tokenOf(reader)
      const seller = reader.address(`${CLAIMS}.${claimOf(event, sold.token)}.value`)
      const split = splitBefore(event, transaction, offer.priceOctas, seller)
      return { ...base, kind, ...offer, ...sold, seller, ...split, remainingAmount: null }
    }
  }
}

const ITEM = 'offer_collection_item'
const CLAIMS = `${ITEM}.can_claim_tokens.data`

/** Returns the index of the sold token among those that wait to be claimed: the one of that id, else the first. */
function claimOf({ data }: ChainEvent, { tokenName, propertyVersion }: MarketEventToken): number {
  const claims = jsonAt(data, CLAIMS)
  const found = (Array.isArray(claims) ? (claims as readonly Json[]) : []).findIndex(
    (claim) =>
      jsonAt(claim, 'key.token_data_id.name') === tokenName &&
      jsonAt(claim, 'key.property_version') === String(propertyVersion),
  )
  return Math.max(found, 0)
}

function tokenOf(reader: EventReader) {
  return decodeTokenId(reader, 'token_id', 'id')
}

/** A token has one listing. The token is its id: later events lack the number that earlier ones have. */
function listingOf(reader: EventReader) {
  const named = decodeTokenId(reader, 'id')
  return { ...named, listingId: listingIdV1(named.token) }
}

/** Returns the id of a v1 token's listing: the token itself, which has one at a time. */
export function listingIdV1({
  tokenDataId,
  propertyVersion,
}: Pick<MarketEventToken, 'tokenDataId' | 'propertyVersion'>) {
  return `${tokenDataId}:${propertyVersion ?? 0n}`
}

/** Calls name an offer by its number; where an event lacks it, a hash of bidder and token is its id. */
function tokenOfferOf(reader: EventReader) {
  const named = tokenOf(reader)
  const buyer = reader.address('offerer')
  const number = reader.optionalU64('offer_id')
  return { ...named, buyer, offerId: number === null ? digestOf(buyer, named.token.tokenDataId) : String(number) }
}

function collectionOfferOf(reader: EventReader) {
  const creator = reader.address(`${ITEM}.creator_address`)
  const collection = decodeNamedCollection(creator, reader.text(`${ITEM}.collection_name`))
  const buyer = reader.address(`${ITEM}.offerer`)
  const number = reader.optionalU64(`${ITEM}.offer_id`) ?? reader.optionalU64('offer_id')
  return {
    collection,
    buyer,
    offerId: number === null ? digestOf(buyer, collection.collectionId ?? creator) : String(number),
    priceOctas: reader.u64(`${ITEM}.amount_per_item`),
  }
}

/** Returns an id of token ids' form: their hash over creator, collection and name fits as well for these two. */
function digestOf(buyer: Address, wanted: Address): string {
  return tokenDataIdV1(buyer, wanted, '')
}

/** Start and duration, in one unit, where the event has them; inferred from the calls. */
function expiryOf(reader: EventReader): bigint | null {
  const [start, duration] = [reader.optionalU64('start_time'), reader.optionalU64('duration')]
  return start === null || duration === null ? null : deadlineSeconds(start + duration)
}

/**
 * Returns what was paid before a sale, split with the largest payee as the seller. It decides nothing: `seller` stays null, and the store then
 * takes seller and price of the open listing, and this split where its sum is that price.
 */
function saleOf(event: ChainEvent, transaction: ChainTransaction) {
  const payments = paymentsBefore(transaction, event, isContractEvent)
  const priceOctas = sumOf(payments)
  const largest = payments.reduce<AptDeposit | null>(
    (most, next) => (most === null || next.octas > most.octas ? next : most),
    null,
  )
  if (largest === null || largest.place === 'store')
    return { seller: null, priceOctas, commissionOctas: null, royaltyOctas: null }
  return {
    seller: null,
    priceOctas,
    ...splitOf(payments, { priceOctas, seller: largest.to, feeReceivers: [FEE_RECEIVER_V1] }),
  }
}

function splitBefore(event: ChainEvent, transaction: ChainTransaction, priceOctas: bigint, seller: Address) {
  const payments = paymentsBefore(transaction, event, isContractEvent)
  return splitOf(payments, { priceOctas, seller, feeReceivers: [FEE_RECEIVER_V1] })
}

/**
 * Returns whether an event is not the framework's (0x0 to 0x9). Payments are counted back to the contract event before:
 * routers sell on several marketplaces in one transaction, and what was paid before another's event was not paid here.
 */
function isContractEvent(type: string): boolean {
  return !/^0x[0-9a]::/.test(type)
}

/**
 * Auctions and claims of an accepted offer are no market events of ours. The documentation spells `DeListEvent` where
 * every decoder has `DelistEvent`: both are decoded.
 * @source other people's decoders, docs/reference/marketplace-contracts.md#bluemove-v1-events
 */
const KINDS: Readonly<Record<string, CommonEventKind>> = {
  'marketplaceV2::ListEvent': 'listing-placed',
  'marketplaceV2::ChangePriceEvent': 'listing-placed',
  'marketplaceV2::DelistEvent': 'listing-cancelled',
  'marketplaceV2::DeListEvent': 'listing-cancelled',
  'marketplaceV2::BuyEvent': 'listing-filled',
  'offer_lib::OfferEvent': 'token-offer-placed',
  'offer_lib::CancelOfferEvent': 'token-offer-cancelled',
  'offer_lib::AcceptOfferEvent': 'token-offer-filled',
  'offer_lib::OfferCollectionEvent': 'collection-offer-placed',
  'offer_lib::CancelOfferCollectionEvent': 'collection-offer-cancelled',
  'offer_lib::AcceptOfferCollectionEvent': 'collection-offer-filled',
}

const KIND_BY_TYPE: ReadonlyMap<string, CommonEventKind> = new Map(
  Object.entries(KINDS).map(([name, kind]) => [`${toShortAddress(PACKAGE_V1)}::${name}`, kind]),
)

/** Event types of the v1 contract's trades. */
export const EVENT_TYPES_V1: readonly string[] = [...KIND_BY_TYPE.keys()]

/** Returns the kind of an event type of the v1 contract; null for others. */
function kindOfV1(type: string): CommonEventKind | null {
  return KIND_BY_TYPE.get(type) ?? null
}
