import type { ActivityKind } from '@opal/contract/constants/activity-kinds'
import type { LiveMessage } from '@opal/contract/live'
import { describe, expect, it } from 'vitest'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf, OTHER_TOKEN, TOKEN } from '../testing/trade-harness.tsx'
import { collectionsOf, mayChange } from './use-live-quote.ts'

const shown = answerOf({}, { items: [itemOf()] })
const about = { id: '1', collectionId: TOKEN.collectionId, version: '1', at: '1' }
const bidChange: LiveMessage = { kind: 'bid_change', ...about, new: '2', old: '1' }
const activity = (kind: ActivityKind, tokenDataId: string | null) =>
  ({ kind: 'activity', ...about, activity: { kind, tokenDataId } }) as LiveMessage

// @feature trade.live-quote
describe('a live message', () => {
  it.each<[string, boolean, LiveMessage]>([
    ['a better bid on the collection', true, bidChange],
    ['a bid on the collection', true, activity('collection-bid', null)],
    ['a cancelled bid on another token', true, activity('cancel-token-bid', OTHER_TOKEN.tokenDataId)],
    ['an accepted bid', true, activity('accept-collection-bid', OTHER_TOKEN.tokenDataId)],
    ['a listing of its token', true, activity('list', TOKEN.tokenDataId)],
    ['a sale of another token', false, activity('sale', OTHER_TOKEN.tokenDataId)],
  ])('about %s may change the quote of a sale: %s', (_, expected, message) => {
    expect(mayChange(message, 'accept-bid', shown)).toBe(expected)
  })

  it.each<[string, boolean, LiveMessage]>([
    ['a better bid on the collection', false, bidChange],
    ['a bid on the collection', false, activity('collection-bid', null)],
    ['a new price of its token', true, activity('reprice', TOKEN.tokenDataId)],
    ['a transfer of its token', true, activity('transfer', TOKEN.tokenDataId)],
    ['a new price of another token', false, activity('reprice', OTHER_TOKEN.tokenDataId)],
  ])('about %s may change the quote of a purchase: %s', (_, expected, message) => {
    expect(mayChange(message, 'buy', shown)).toBe(expected)
  })

  it('about a token changes nothing while no quote is shown', () => {
    expect(mayChange(activity('reprice', TOKEN.tokenDataId), 'buy', null)).toBe(false)
  })
})

// @feature trade.live-quote
it.each<[TradeRequest, readonly string[]]>([
  [{ kind: 'buy-cart', tokens: [TOKEN, { ...OTHER_TOKEN, collectionId: '0xc2' }] }, [TOKEN.collectionId, '0xc2']],
  [{ kind: 'token-bid', token: TOKEN }, [TOKEN.collectionId]],
  [
    {
      kind: 'cancel-bid',
      bids: ['0xc2', null].map((collectionId) => ({
        ...{ marketplace: 'own', offerId: '0x1', tokenBid: false, name: 'Stones', image: null },
        ...{ collectionName: 'Stones', collectionId, price: '1' },
      })),
    },
    ['0xc2'],
  ],
])('follows the collections of a request, case %#', (request, expected) => {
  expect(collectionsOf(request)).toEqual(expected)
})
