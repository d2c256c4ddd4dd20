import { parseAddress } from '@opal/domain/address'
import { bps } from '@opal/domain/rates'
import { contractsOf } from '@opal/marketplaces/network-contracts'
import { expect, test } from 'vitest'
import { nativeSale } from '../testing/native-sale.ts'
import { simulated } from '../testing/test-api.ts'
import { splitDiffers } from './split-differs.ts'
import { splitItems } from './split-items.ts'
import { BLANK_ITEM, type PlannedItem } from './trade-plan.ts'

const marketplaces = contractsOf('local')
const deployed = marketplaces.find(({ adapter }) => adapter.isNative) ?? null
const [LISTING, TOKEN, SELLER] = [parseAddress('0xb01'), parseAddress('0x71'), parseAddress('0x5e')]
const listing = {
  marketplace: deployed?.adapter.id ?? '',
  listingId: LISTING,
  tokenDataId: TOKEN,
  propertyVersion: 0n,
  seller: SELLER,
  priceOctas: 10_000n,
  validity: 'valid',
  placedAtMicros: 0n,
  lastVersion: 1n,
} as const
const item: PlannedItem = { ...BLANK_ITEM, tokenDataId: TOKEN, listing, deployed, priceOctas: 10_000n }
/** Commission 1.5 %, no royalty: the seller gets 9,850. */
const shown = splitItems([item], new Map())

const sale = (paid: object, listingId: string = LISTING) =>
  nativeSale({ listingId, tokenDataId: TOKEN }, { price: '10000', commission: '150', royalties: '0', ...paid })

test('a sale that is split as shown does not differ', () => {
  expect(splitDiffers(shown, sale({}), marketplaces)).toBe(false)
})

test('another commission on chain than configured differs, and so does another royalty or price', () => {
  expect(splitDiffers(shown, sale({ commission: '250' }), marketplaces)).toBe(true)
  expect(splitDiffers(shown, sale({ royalties: '1' }), marketplaces)).toBe(true)
  expect(splitDiffers(shown, sale({ price: '10001' }), marketplaces)).toBe(true)
  const configured = {
    ...item,
    deployed: deployed && { ...deployed, contracts: { ...deployed.contracts, commission: bps(250) } },
  }
  expect(splitDiffers(splitItems([configured], new Map()), sale({}), marketplaces)).toBe(true)
})

test('only the same order counts, of a transaction that would succeed', () => {
  expect(splitDiffers(shown, sale({ commission: '250' }, '0xb02'), marketplaces)).toBe(false)
  expect(splitDiffers(shown, { ...sale({ commission: '250' }), success: false }, marketplaces)).toBe(false)
  expect(splitDiffers(shown, simulated({}).transaction, marketplaces)).toBe(false)
  const left = splitItems([{ ...item, reason: { code: 'duplicate', sentence: '' } }], new Map())
  expect(splitDiffers(left, sale({ commission: '250' }), marketplaces)).toBe(false)
})
