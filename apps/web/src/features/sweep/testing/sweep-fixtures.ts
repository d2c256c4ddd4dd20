import { sumOctas } from '@opal/domain/prices/octas'
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { finishCommand } from '../../../app/commands.ts'
import { latestRate } from '../../../shared/format/apt-rate.ts'

/** The call that quotes a sweep, and a collection to sweep. */
export const SWEEP = '/api/collection/nfts/sweep'
export const COLLECTION = { collectionId: `0x${'2'.repeat(64)}`, collectionName: 'Stones', collectionImage: null }
export const NO_FILTER = {}

const NO_MONEY = {
  priceOctas: '0',
  sellerOctas: '0',
  commissionOctas: '0',
  royaltyOctas: '0',
  placingFeeOctas: '0',
  gasOctas: '0',
  storageRefundOctas: '0',
  totalOctas: '0',
  receivedOctas: '0',
  balanceOctas: null,
  balanceAfterOctas: null,
}

/** Returns the quote of a sweep of tokens at these prices. */
export function bookOf(prices: readonly bigint[]) {
  const totals = prices.map((_, at) => sumOctas(prices.slice(0, at + 1)))
  const curve = totals.map((total, at) => ({ count: at + 1, costOctas: String(total) }))
  return { payload: null, simulation: null, split: NO_MONEY, items: [], reason: null, priceGuard: null, curve }
}

/** A token of a quote. */
export const ITEM = {
  tokenDataId: `0x${'1'.repeat(64)}`,
  collectionId: COLLECTION.collectionId,
  name: 'Stone #1',
  image: null,
  marketplace: 'own',
  listingId: 'a',
  offerId: null,
  names: null,
  listing: null,
  offer: null,
  quantity: '1',
  priceOctas: '100000000',
  sellerOctas: '93500000',
  commissionOctas: '1500000',
  commissionBps: 150,
  royaltyOctas: '5000000',
  royaltyBps: 500,
  reason: null,
}

/** Resets what a test of a sweep changed. */
export function resetSweep(): void {
  cleanup()
  finishCommand('openTrade')
  latestRate.set(latestRate.initial)
  vi.unstubAllGlobals()
}
