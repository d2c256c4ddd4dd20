import { parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MarketplaceContracts } from '../adapter.ts'
import { transactionOf } from '../testing/transaction-of.ts'
import { opalAdapter } from './adapter.ts'
import { OPAL_CONTRACTS } from './contracts.ts'

const [LOCAL, MAINNET] = [OPAL_CONTRACTS.local, OPAL_CONTRACTS.mainnet] as [MarketplaceContracts, MarketplaceContracts]
const [BIDDER, SELLER] = [parseAddress('0xb0'), parseAddress('0x5e')]
const COLLECTION = { creator_address: '0xa1', collection_name: 'Tide Pools', collection: { vec: [{ inner: '0xc01' }] } }

const FILLED = {
  marketplace: LOCAL.feeScheduleAddress,
  pool_offer: '0xb01',
  purchaser: BIDDER,
  seller: SELLER,
  price: '500',
  royalties: '25',
  commission: '7',
  seller_received: '468',
  token_metadata: {
    ...COLLECTION,
    token_name: '#1',
    token: { vec: [{ inner: '0x71' }] },
    property_version: { vec: [] },
  },
  coin_type: APT_COIN_TYPE,
  remaining_token_amount: '3',
  pool_balance: '900',
}
const PLACED = {
  marketplace: LOCAL.feeScheduleAddress,
  pool_offer: '0xb01',
  purchaser: BIDDER,
  price: '500',
  token_amount: '4',
  collection_metadata: COLLECTION,
  root: '0x',
  coin_type: APT_COIN_TYPE,
  expiration_time: '2000',
}

function decode(name: string, data: JsonObject, contracts: MarketplaceContracts = LOCAL) {
  const transaction = transactionOf(`${toShortAddress(contracts.packageAddress)}::events::${name}`, data)
  const [event] = transaction.events
  return {
    offer: opalAdapter.decode(contracts, event, transaction),
    pool: opalAdapter.decodePool?.(contracts, event, transaction),
  }
}

it('a sale into an offer under a schedule of someone’s own is no sale of ours, but the same pool paid it', () => {
  const { offer, pool } = decode('PoolOfferFilled', { ...FILLED, marketplace: '0xbad' })
  expect(offer).toBeNull()
  expect(pool).toMatchObject({ kind: 'sale', wallet: BIDDER, amountOctas: 500n, balanceOctas: 900n })
})

it('an offer names a whole root or none: anything else stops the marketplace', () => {
  const rooted = (root: string) => decode('PoolOfferPlaced', { ...PLACED, root }).offer
  expect(rooted('0x')).toMatchObject({ setRoot: null })
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 80, size: 'max' })
  fc.assert(
    fc.property(hex, (digits) => {
      if (digits.length === 64) expect(rooted(`0x${digits}`)).toMatchObject({ setRoot: digits })
      else if (digits !== '') expect(() => rooted(`0x${digits}`)).toThrowError(/root/)
    }),
    { examples: [['5e'.repeat(32)], ['5e'.repeat(31)], ['5e'.repeat(33)]] },
  )
})

it('the package that is live on mainnet has no pools: events of such names are passed over there', () => {
  expect(opalAdapter.eventTypes(MAINNET).filter((type) => type.includes('Pool'))).toEqual([])
  expect(decode('PoolOfferFilled', FILLED, MAINNET)).toEqual({ offer: null, pool: null })
  expect(opalAdapter.eventTypes(LOCAL).filter((type) => type.includes('::events::Pool'))).toHaveLength(5)
})
