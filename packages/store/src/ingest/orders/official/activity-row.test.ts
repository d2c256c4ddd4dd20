import { parseAddress } from '@opal/domain/address'
import { describe, expect, test } from 'vitest'
import { completedActivities, toActivityRow } from './activity-row.ts'
import { toCollectionOfferRow, toListingRow } from './current-rows.ts'
import type { OfficialEvent } from './event-fields.ts'

const TOKEN = parseAddress('0x70')
const COLLECTION = parseAddress('0xc0')
const WALLET = parseAddress('0xa1')

function event(kind: OfficialEvent['kind'], index: number, data: Record<string, string>): OfficialEvent {
  return {
    kind,
    marketplace: 'somewhere',
    version: 9n,
    timestampMicros: 0n,
    raw: { index, type: `0x5::book::E${index}`, accountAddress: WALLET, creationNumber: 0n, sequenceNumber: 0n, data },
    collection: { collectionId: COLLECTION, creatorAddress: null, collectionName: null },
    priceOctas: 5n,
    token: { standard: 'v2', tokenDataId: TOKEN, tokenName: 'Name', propertyVersion: null },
    ...(kind.startsWith('listing') ? { listingId: '0x11' } : { offerId: '0x22' }),
    seller: WALLET,
    buyer: WALLET,
    tokenAmount: 1n,
    remainingAmount: 1n,
    expiresAtSeconds: null,
    commissionOctas: null,
    royaltyOctas: null,
  } as OfficialEvent
}

function rowsOf(events: readonly OfficialEvent[]) {
  const completed = completedActivities(events)
  return events.map((each) => toActivityRow(each, 1n, completed.has(each)))
}

describe('a fact that only the resources of a transaction hold', () => {
  const delisted = event('listing-cancelled', 1, { token: TOKEN })
  const accepted = event('token-offer-filled', 6, { token: TOKEN })

  test('is on the first activity of a token alone', () => {
    const [first, second] = rowsOf([delisted, accepted])
    expect(first).toMatchObject({ collection_id: COLLECTION, token_name: 'Name' })
    expect(second).toMatchObject({ collection_id: null, token_name: null })
  })

  test('is on the first by position, in whatever order they come', () => {
    const [second, first] = rowsOf([accepted, delisted])
    expect([first?.collection_id, second?.collection_id]).toEqual([COLLECTION, null])
  })

  test('is on the activity of a collection offer, whichever other activities name the token', () => {
    const [, filled] = rowsOf([delisted, event('collection-offer-filled', 4, { token: TOKEN })])
    expect(filled?.collection_id).toBe(COLLECTION)
  })

  test('is on every activity whose event holds it, too, in any spelling', () => {
    const [, second] = rowsOf([delisted, event('token-offer-filled', 6, { of: '0xC0', name: 'Name' })])
    expect(second).toMatchObject({ collection_id: COLLECTION, token_name: 'Name' })
  })
})

test('an empty name is none', () => {
  const token = { standard: 'v2', tokenDataId: TOKEN, tokenName: '', propertyVersion: null } as const
  const unnamed = { ...event('listing-placed', 1, { token: TOKEN, name: '' }), token } as OfficialEvent
  expect(rowsOf([unnamed])[0]?.token_name).toBeNull()
  expect(toListingRow(unnamed)?.token_name).toBeNull()
})

describe('the amount of a collection offer', () => {
  test.each([
    ['collection-offer-placed', {}, null],
    ['collection-offer-placed', { token_amount: '7' }, 7n],
    ['collection-offer-cancelled', {}, 0n],
    ['collection-offer-cancelled', { remaining_token_amount: '3' }, 3n],
    ['collection-offer-filled', {}, 0n],
  ] as const)('of %s with %o is what the event says', (kind, data, amount) => {
    expect(toCollectionOfferRow(event(kind, 0, data))?.remaining_token_amount).toBe(amount)
  })
})

test.each([
  [1_740_700_800n, '2025-02-28T00:00:00'],
  [1_740_700_800_000n, '9999-12-31T23:59:59'],
  [null, null],
])('a collection offer until second %s ends at %s: as late as a column can say', (expiresAtSeconds, expected) => {
  const placed = { ...event('collection-offer-placed', 0, {}), expiresAtSeconds } as OfficialEvent
  expect(toActivityRow(placed, 1n, false).expiration_time).toBe(expected)
  expect(toCollectionOfferRow(placed)?.expiration_time).toBe(expected)
})
