import type { BidItem } from '@opal/contract/bids'
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { finishCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'

/** A collection, and the calls that its book reads. */
export const COLLECTION = `0x${'c'.repeat(64)}`
export const YOU = `0x${'a'.repeat(64)}`
export const THEY = `0x${'b'.repeat(64)}`
export const SHOWN = {
  collectionId: COLLECTION,
  collectionName: 'Stones',
  collectionImage: null,
  floorPrice: '120000000',
  royaltyBps: 500,
}
export const BIDS = `/api/collection/${COLLECTION}/biddings`
export const ASKS = `/data/collection/tokens/${COLLECTION}`
export const HELD = `/data/user/tokens/${YOU}`
export const OFFERS = `/data/collection/biddings/top/multiple/${COLLECTION}`
export const SETS = `/data/collection/biddings/sets/${COLLECTION}`
export const OWN_BIDS = `/data/user/biddings/${YOU}`

/** Creates a level of a ladder of bids. */
export function level(price: string, size: string, bidders: number) {
  const totalPrice = String(BigInt(price) * BigInt(size))
  return { id: price, price, size, bidders, buyers: [], totalPrice }
}

/** Creates the answer of a call that lists rows. */
export const page = (data: readonly unknown[]) => () => ({ data, nextCursor: null, total: data.length })

/** Connects the wallet of {@link YOU}. */
export function connect() {
  walletSession.set({ ...walletSession.initial, status: 'connected', address: YOU })
}

/** Resets what a test of the book changed. */
export function resetBook() {
  cleanup()
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
}

/** A bid of the viewer on any items of the collection. */
export function ownBid(bidPrice: string, total: string): BidItem {
  return {
    name: 'Stones',
    image: null,
    collectionId: COLLECTION,
    collectionName: 'Stones',
    collectionImage: null,
    tokenDataId: null,
    propertyVersion: null,
    tokenStandard: 'v2',
    bidPrice,
    floorPrice: null,
    total,
    date: '1',
    programId: COLLECTION,
    marketplace: 'own',
    offerId: `0x${bidPrice}`,
    buyer: YOU,
    buyerName: null,
    tokenBid: false,
    expirationTime: null,
    expired: false,
    executable: 'True',
    netOctas: null,
    fillable: total,
    isPooled: false,
    setRoot: null,
    setSize: null,
    setCondition: null,
  }
}
