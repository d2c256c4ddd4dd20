import type { Address } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { presentBidItem } from './present-bids.ts'

const MARKETPLACES = [
  { adapter: { id: 'opal' }, contracts: { packageAddress: '0x1' } },
] as unknown as readonly DeployedMarketplace[]
const ROW: AnyOfferRow = {
  marketplace: 'opal',
  offerId: '0x1',
  priceOctas: 1n,
  buyer: '0x2' as Address,
  isPooled: false,
  poolOctas: null,
  setRoot: null,
  tokenDataId: null,
  propertyVersion: null,
  collectionId: '0x3' as Address,
  wantedAmount: 1n,
  remainingAmount: 1n,
  expiresAtSeconds: null,
  placedAtMicros: 1n,
  tokenStandard: 'v2',
}

// @feature bid.expired
it('says of a bid at any time whether it has expired: from its second on, and never without one', () => {
  const seconds = fc.bigInt(0n, 4n)
  fc.assert(
    fc.property(fc.option(seconds), seconds, fc.bigInt(0n, 999_999n), (expiresAtSeconds, now, micros) => {
      const context = { marketplaces: MARKETPLACES, names: new Map(), labelOf: () => undefined }
      const target = { token: undefined, collection: undefined }
      const nowMicros = now * 1_000_000n + micros
      const bid = presentBidItem({ ...ROW, expiresAtSeconds }, target, { ...context, nowMicros })
      const expired = expiresAtSeconds !== null && now >= expiresAtSeconds
      expect(bid).toMatchObject({
        expired,
        executable: expired ? 'Expired' : 'True',
        expirationTime: expiresAtSeconds === null ? null : String(expiresAtSeconds),
      })
    }),
  )
})
