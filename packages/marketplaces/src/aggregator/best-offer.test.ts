import { parseAddress } from '@opal/domain/address'
import { bps } from '@opal/domain/prices/rates'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contractsOf } from '../contracts/network-contracts.ts'
import { bestOffer, type OpenOffer } from './best-offer.ts'

const marketplaces = contractsOf('local')
const rateOf = (id: string) => marketplaces.find(({ adapter }) => adapter.id === id)?.contracts.commission
const cheap = marketplaces.find(({ adapter }) => adapter.isNative)?.adapter.id ?? ''
const dear = marketplaces.find(({ contracts }) => contracts.commission.numerator === 25n)?.adapter.id ?? ''
const closed = marketplaces.find(
  ({ adapter, contracts }) => contracts.status === 'cancel-only' && adapter.aggregatorSupport,
)?.adapter.id
const seller = parseAddress('0x5e')
const person = { seller, royalty: bps(500), nowSeconds: 1_000n }

function offer(marketplace: string, priceOctas: bigint, more: Partial<OpenOffer> = {}): OpenOffer {
  return {
    buyer: parseAddress('0xb0'),
    tokenDataId: null,
    isPooled: false,
    expiresAtSeconds: null,
    placedAtMicros: 0n,
    marketplace,
    priceOctas,
    ...more,
  }
}

// @feature accept.best-exit, accept.not-buyer
describe('the best offer', () => {
  it('brings most after fees, which may not be the highest', () => {
    expect(rateOf(cheap)).not.toEqual(rateOf(dear))
    const [higher, better] = [offer(dear, 100_900_000n), offer(cheap, 100_000_000n)]
    expect(bestOffer([higher, better], { marketplaces }, person)).toEqual({ offer: better, netOctas: 93_500_000n })
  })

  it('is none of those that cannot be sold into', () => {
    const none = [
      offer(cheap, 9n, { buyer: seller }),
      offer(cheap, 9n, { expiresAtSeconds: 1_000n }),
      offer('bazaar', 9n),
    ]
    expect(bestOffer(none, { marketplaces }, person)).toBeNull()
    expect(
      bestOffer([...none, offer(cheap, 8n, { expiresAtSeconds: 1_001n })], { marketplaces }, person)?.offer.priceOctas,
    ).toBe(8n)
  })

  it('may be at a marketplace that only lets people out', () => {
    expect(bestOffer([offer(closed ?? '', 9n)], { marketplaces }, person)?.offer.marketplace).toBe(closed)
  })

  it('on one token counts only where the marketplace takes such', () => {
    const tokenDataId = parseAddress('0x70')
    const whole = marketplaces.map((marketplace) => {
      const { 'accept-token-offer': _without, ...payload } = marketplace.adapter.payload
      return marketplace.adapter.id === dear
        ? { ...marketplace, adapter: { ...marketplace.adapter, payload } }
        : marketplace
    })
    const offers = [offer(dear, 90n, { tokenDataId }), offer(cheap, 9n, { tokenDataId })]
    expect(bestOffer(offers, { marketplaces }, person)?.offer).toBe(offers[0])
    expect(bestOffer(offers, { marketplaces: whole }, person)?.offer).toBe(offers[1])
  })

  it('is never beaten by another', () => {
    const any = fc.record({ marketplace: fc.constantFrom(cheap, dear), price: fc.bigInt(0n, 10n ** 12n) })
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 20 }), (all) => {
        const offers = all.map(({ marketplace, price }) => offer(marketplace, price))
        const best = bestOffer(offers, { marketplaces }, person)
        const nets = offers.map((each) => bestOffer([each], { marketplaces }, person)?.netOctas ?? -1n)
        expect(best?.netOctas).toBe(nets.reduce((most, net) => (net > most ? net : most)))
      }),
    )
  })
})
