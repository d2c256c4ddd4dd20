import { parseAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { answerOf } from '../testing/testing-answer.ts'
import { checkEffects } from './check-effects.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import {
  GAS,
  listing,
  MARKETPLACES,
  OTHER,
  PRICE,
  SELL,
  SOLD,
  simulated,
  TOKEN,
  verdict,
} from './testing/simulated-effects.ts'
import { itemWith, NATIVE, SIGNER } from './testing/trade-fixtures.ts'

// @feature trade.payload-checked
describe('the order that a call meets', () => {
  const order = { tokenDataId: TOKEN, marketplace: NATIVE, listingId: listing.listingId }
  const item = { ...itemWith(listing.token, { listing }), tokenDataId: TOKEN }
  const answer = answerOf({ gasOctas: String(GAS), totalOctas: String(GAS) }, { items: [item] })
  const named = [{ kind: 'listing', marketplace: NATIVE, orderId: listing.listingId }] as const
  const calls: readonly (readonly [string, string, ChosenDraft])[] = [
    ['a purchase', 'ListingFilledEvent', { call: 'buy', body: { items: [order] } }],
    ['a new price', 'ListingPlacedEvent', { call: 'update-price', body: { items: [{ ...order, price: '1' }] } }],
    ['a move', 'ListingCanceledEvent', { call: 'relist', body: { items: [{ ...order, price: '1' }] } }],
    ['a delisting', 'ListingCanceledEvent', { call: 'delist', body: { items: [order] } }],
    ['a clean-up', 'ListingCanceledEvent', { call: 'clean-up', body: { orders: [...named] } }],
  ]

  it.each(calls)('%s is of the listing that is named, and of no other of the token', (_what, name, draft) => {
    const check = (id: string) => () =>
      checkEffects(
        draft,
        answer,
        SIGNER,
        simulated({ events: [{ name, token: TOKEN, more: { listing: id } }] }),
        MARKETPLACES,
      )
    expect(check(listing.listingId)).not.toThrow()
    expect(check('0x116')).toThrow('another order')
  })

  it('each of several is of its own token, however their orders are exchanged', () => {
    const tokens = [TOKEN, OTHER, parseAddress('0x72')]
    const ids = ['0x115', '0x116', '0x117'].map(parseAddress)
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.constantFrom(...calls.slice(0, -1)), order, ([, name, { call }], met) => {
        const items = tokens.map((tokenDataId, at) => ({
          tokenDataId,
          marketplace: NATIVE,
          listingId: String(ids[at]),
          price: String(at + 1),
        }))
        const answered = items.map(({ tokenDataId, listingId }) => ({
          ...itemWith(listing.token, { listing: { ...listing, listingId } }),
          tokenDataId,
        }))
        const events = tokens.map((token, at) => ({ name, token, more: { listing: String(ids[met[at] ?? 0]) } }))
        const check = () =>
          checkEffects(
            { call, body: { items } } as ChosenDraft,
            { ...answer, items: answered },
            SIGNER,
            simulated({ events }),
            MARKETPLACES,
          )
        if (met.every((one, at) => one === at)) expect(check).not.toThrow()
        else expect(check).toThrow('another order')
      }),
    )
  })

  it('of several items of one token, each is met', () => {
    const ids = ['0x115', '0x116', '0x117'].map(parseAddress)
    const items = ids.map((listingId, at) => ({
      tokenDataId: TOKEN,
      marketplace: NATIVE,
      listingId,
      propertyVersion: String(at),
      price: '1',
    }))
    const answered = ids.map((listingId) => ({
      ...itemWith(listing.token, { listing: { ...listing, listingId } }),
      tokenDataId: TOKEN,
    }))
    fc.assert(
      fc.property(fc.constantFrom(...calls.slice(0, -1)), fc.subarray(ids), ([, name, { call }], met) => {
        // An order under a fee schedule of someone else is no event of ours.
        const events = met.map((id) => ({ name, token: TOKEN, more: { listing: id } }))
        const check = () =>
          checkEffects(
            { call, body: { items } } as ChosenDraft,
            { ...answer, items: answered },
            SIGNER,
            simulated({ events }),
            MARKETPLACES,
          )
        if (met.length === ids.length) expect(check).not.toThrow()
        else expect(check).toThrow(PayloadRefusedError)
      }),
    )
  })

  it('is of the edition that is shown, whatever is done to it', () => {
    const names = { creatorAddress: parseAddress('0xc'), collectionName: 'Stones', tokenName: 'Stone' }
    const tokenDataId = tokenDataIdV1(names.creatorAddress, names.collectionName, names.tokenName)
    const edition = fc.bigInt(0n, 3n)
    const eventOf = (name: string, propertyVersion: bigint, more: JsonObject = {}) => {
      const old = { property_version: { vec: [String(propertyVersion)] }, collection: { vec: [] }, token: { vec: [] } }
      const token_metadata = { creator_address: '0xc', collection_name: 'Stones', token_name: 'Stone', ...old }
      return { name, token: tokenDataId, more: { token_metadata, ...more } }
    }
    fc.assert(
      fc.property(fc.constantFrom(...calls.slice(0, -1)), edition, edition, edition, (call, shown, met, placed) => {
        const [, name, draft] = call
        const token = { standard: 'v1', tokenDataId, ...names, propertyVersion: shown } as const
        const answered = { ...answer, items: [itemWith(token, { listing: { ...listing, token } })] }
        // A listing that moves is placed again, under another id.
        const moved = draft.call === 'relist' ? [eventOf('ListingPlacedEvent', placed, { listing: '0x999' })] : []
        const events = [eventOf(name, met), ...moved]
        const check = () => checkEffects(draft, answered, SIGNER, simulated({ events }), MARKETPLACES)
        const isShown = met === shown && (moved.length === 0 || placed === shown)
        if (isShown) expect(check).not.toThrow()
        else expect(check).toThrow('another edition than is shown')
      }),
    )
  })

  it('a sale is into the bid that is named', () => {
    expect(verdict(SELL, { gain: PRICE, events: [{ ...SOLD, more: { token_offer: '0x0fe' } }] })).toContain(
      'another order',
    )
  })
})
