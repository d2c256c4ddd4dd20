import type { BidItem } from '@opal/contract/bids'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { cleanup } from '@testing-library/react'
import { expect, vi } from 'vitest'
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

/** Creates a bid of another wallet on any items of the collection. */
export function offer(price: string, remainingTokenAmount: string) {
  return {
    collectionId: COLLECTION,
    price,
    offerId: `0x${price}`,
    remainingTokenAmount,
    marketplace: 'own',
    contractAddress: COLLECTION,
    buyer: THEY,
    expiresAtSeconds: null,
    isPooled: false,
  }
}

/** Creates the API's answer of what a wallet holds: by what is listed, the least rare first, with the total over all pages. */
export const holds =
  (tokens: readonly PortfolioToken[]) =>
  (_: unknown, { searchParams }: URL) => {
    const isListed = searchParams.get('type') === 'listed'
    const all = tokens.filter(({ ownListings }) => ownListings.length > 0 === isListed)
    expect([searchParams.get('sortBy'), searchParams.get('order')]).toEqual(['rarity', 'desc'])
    const sorted = all.toSorted((a, b) => (b.rarity ?? 0) - (a.rarity ?? 0))
    return { data: sorted.slice(0, Number(searchParams.get('take'))), nextCursor: null, total: all.length }
  }
