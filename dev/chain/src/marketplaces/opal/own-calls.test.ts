import type { Address } from '@opal/domain/address'
import { opalAdapter } from '@opal/marketplaces/opal/adapter'
import { expect, it } from 'vitest'
import { APT_METADATA } from '../../ledger/state/apt-state.ts'
import { BUYER, SELLER, TradeFixture } from '../testing/trade-fixture.ts'

/** One token of the seller's is listed, and the other was sent to the listing. */
function listed() {
  const fixture = new TradeFixture(opalAdapter, 2, null)
  const [token, gift] = fixture.tokens.map(({ tokenDataId }) => tokenDataId) as [Address, Address]
  const [first] = fixture.tokens
  if (first === undefined) throw new TypeError('The fixture has no token.')
  const [placed] = fixture.trade(SELLER, { kind: 'list', token: first, priceOctas: 500n })
  const { listingId } = placed as unknown as { listingId: Address }
  const context = fixture.chain.peek()
  context.transferObject(SELLER, gift, listingId)
  const reclaim = (by: Address, name: string, ...args: readonly string[]) =>
    fixture.chain.execute(by, {
      function: `${fixture.contracts.packageAddress}::listing::${name}`,
      typeArguments: name === 'reclaim_fungible' ? ['0x1::fungible_asset::Metadata'] : [],
      functionArguments: [listingId, ...args],
    })
  return { fixture, token, gift, listingId, reclaim }
}

it('returns tokens that were sent to a listing to its seller only, never the listed token', () => {
  const { fixture, token, gift, listingId, reclaim } = listed()
  const owner = (tokenDataId: Address) => fixture.ownerOf({ standard: 'v2', tokenDataId })
  const refusal = (reason: string) => expect.objectContaining({ reason })
  expect(() => reclaim(BUYER, 'reclaim_object', gift)).toThrowError(refusal('ENOT_SELLER'))
  expect(() => reclaim(SELLER, 'reclaim_object', token)).toThrowError(refusal('ENOT_BESIDE_TOKEN'))
  expect(owner(gift)).toBe(listingId)
  reclaim(SELLER, 'reclaim_object', gift)
  expect([owner(gift), owner(token)]).toEqual([SELLER, listingId])
  expect(() => reclaim(SELLER, 'reclaim_object', gift)).toThrowError(refusal('ENOT_BESIDE_TOKEN'))
})

it('returns APT that was sent to a listing to its seller only', () => {
  const { fixture, listingId, reclaim } = listed()
  fixture.chain.fund(listingId, 70n)
  const before = fixture.balanceOf(SELLER)
  expect(() => reclaim(BUYER, 'reclaim_fungible', APT_METADATA)).toThrowError(
    expect.objectContaining({ reason: 'ENOT_SELLER' }),
  )
  reclaim(SELLER, 'reclaim_fungible', APT_METADATA)
  expect([fixture.balanceOf(SELLER) - before, fixture.balanceOf(listingId)]).toEqual([70n, 0n])
})
