import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { BLANK_ITEM, commissionedOrder, type PlannedItem } from './trade-plan.ts'

const MARKETPLACES = contractsOf('local')

// @feature trade.fee-on-chain
it('counts the age of a listing where it stays, and none where it moves to another marketplace', () => {
  const marketplace = fc.constantFrom(...MARKETPLACES)
  fc.assert(
    fc.property(marketplace, marketplace, fc.bigInt(1n, 10n ** 15n), (from, to, placedAtMicros) => {
      const listing = { marketplace: from.adapter.id, placedAtMicros } as NonNullable<PlannedItem['listing']>
      const stays = from.adapter.id === to.adapter.id
      expect(commissionedOrder({ ...BLANK_ITEM, listing, deployed: to }, 1n)).toEqual({
        priceOctas: 1n,
        placedAtMicros: stays ? placedAtMicros : null,
      })
    }),
  )
})
