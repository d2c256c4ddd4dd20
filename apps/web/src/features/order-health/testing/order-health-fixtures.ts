import type { StaleOrder } from '@opal/contract/order-health'
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { finishCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import type { ApiAnswers } from '../../../testing/render-site.tsx'

/** The wallet whose orders are checked. */
export const YOU = `0x${'a'.repeat(64)}`

/** Creates an order that needs attention: a listing below a bid. */
export function staleOrder(change: Partial<StaleOrder> = {}): StaleOrder {
  return {
    kind: 'listing',
    marketplace: 'own',
    orderId: '1',
    tokenDataId: null,
    collectionId: null,
    setRoot: null,
    tokenStandard: null,
    name: 'Stone #9',
    image: null,
    collectionName: null,
    price: '1',
    quantity: '1',
    locked: '0',
    expiresAtSeconds: null,
    placedAtMicros: '1',
    issues: [{ code: 'below-bid', sentence: 'Below a bid.', risk: 'high', comparedWith: '2' }],
    risk: 'high',
    cannotClean: null,
    ...change,
  }
}

/** Returns the API's answers on the orders that need attention. */
export function staleOrders(orders: () => readonly StaleOrder[]): ApiAnswers {
  const answer = () => {
    const data = orders()
    return { data, total: data.length, checked: 3, hasMore: false }
  }
  return { [`/data/user/orders/stale/${YOU}`]: answer, [`/api/user/orders/stale/${YOU}`]: answer }
}

/** Returns the API's answers on a wallet's loyalty. */
export function loyaltyOf(answer: () => { readonly loyaltyPoints: 0 | 100 }): ApiAnswers {
  return { [`/data/user/check-loyalty/${YOU}`]: answer, [`/api/user/check-loyalty/${YOU}`]: answer }
}

/** Leaves nothing behind for the next test. */
export function resetOrderHealth(): void {
  cleanup()
  localStorage.clear()
  finishCommand('openTrade')
  finishCommand('openOrderHealth')
  finishCommand('openConnect')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
}
