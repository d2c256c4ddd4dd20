import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEvent } from '@opal/domain/market-event'
import type { MarketplaceContracts } from '../adapter.ts'
import { EventReader } from '../decode/event-reader.ts'
import { paymentsBefore, splitOf } from '../decode/sale-payments.ts'
import { FEE_RECEIVERS, MERCATO_ID } from './contracts.ts'
import { meaningOf } from './event-names.ts'
import { READ_V1 } from './read-v1.ts'
import { READ_V2 } from './read-v2.ts'

/** Decodes one event of the marketplace. No event carries an expiry: its offers stay open until cancelled. @throws DecodeError */
export function decodeMercatoEvent(
  contracts: MarketplaceContracts,
  event: ChainEvent,
  transaction: ChainTransaction,
): MarketEvent | null {
  const meaning = meaningOf(contracts.packageAddress, event.type)
  if (meaning === null) return null
  const reader = new EventReader(MERCATO_ID, event)
  const read = meaning.standard === 'v1' ? READ_V1 : READ_V2
  const { version, timestampMicros } = transaction
  const base = { marketplace: MERCATO_ID, version, timestampMicros, raw: event, priceOctas: reader.u64('price') }
  const split = (seller: ReturnType<EventReader['address']>) => {
    const isOwn = (type: string) => meaningOf(contracts.packageAddress, type) !== null
    const payments = paymentsBefore(transaction, event, isOwn)
    return splitOf(payments, { priceOctas: base.priceOctas, seller, feeReceivers: FEE_RECEIVERS })
  }

  switch (meaning.kind) {
    case 'listing-placed':
    case 'listing-cancelled':
      return { ...base, kind: meaning.kind, ...read.listing(reader, transaction) }
    case 'listing-filled': {
      const listing = read.listing(reader, transaction)
      return { ...base, kind: meaning.kind, ...listing, buyer: reader.address('buyer'), ...split(listing.seller) }
    }
    case 'token-offer-placed':
      return { ...base, kind: meaning.kind, ...read.tokenBid(reader, transaction), expiresAtSeconds: null }
    case 'token-offer-cancelled':
      return { ...base, kind: meaning.kind, ...read.tokenBid(reader, transaction) }
    case 'token-offer-filled': {
      const seller = reader.address('bid_seller')
      return { ...base, kind: meaning.kind, ...read.tokenBid(reader, transaction), seller, ...split(seller) }
    }
    case 'collection-offer-placed': {
      const { amount, ...bid } = read.collectionBid(reader)
      return { ...base, kind: meaning.kind, ...bid, tokenAmount: amount, expiresAtSeconds: null }
    }
    case 'collection-offer-cancelled': {
      const { amount, ...bid } = read.collectionBid(reader)
      return { ...base, kind: meaning.kind, ...bid, remainingAmount: amount }
    }
    case 'collection-offer-filled': {
      const seller = reader.address('bid_seller')
      return { ...base, kind: meaning.kind, ...read.acceptedBid(reader, transaction), seller, ...split(seller) }
    }
  }
}
