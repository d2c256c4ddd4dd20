import { parseAddress } from '@opal/domain/address'
import { describe, expect, it } from 'vitest'
import { contractsOf } from '../contracts/network-contracts.ts'
import { buildPayload, isOffered } from './build-payload.ts'

const token = { standard: 'v2', tokenDataId: parseAddress('0x71') } as const
const listing = { listingId: parseAddress('0x11'), token, seller: parseAddress('0x5e'), priceOctas: 5n }

function opal(status: 'active' | 'cancel-only' | 'history') {
  const found = contractsOf('local', { opal: { status } }).find(({ adapter }) => adapter.id === 'opal')
  if (found === undefined) throw new TypeError('The localnet has no native marketplace.')
  return found
}

describe('buildPayload', () => {
  it('builds what an active marketplace offers', () => {
    expect(buildPayload(opal('active'), { kind: 'buy', listing }).function).toMatch(/::coin_listing::purchase$/)
  })

  it('allows exits from a closing marketplace, and no new orders', () => {
    const closing = opal('cancel-only')
    expect(buildPayload(closing, { kind: 'delist', listing }).function).toMatch(/::end_fixed_price$/)
    expect(() => buildPayload(closing, { kind: 'buy', listing })).toThrowError(
      expect.objectContaining({ code: 'not-offered' }),
    )
  })

  it('offers nothing on a marketplace that is history', () => {
    expect(isOffered(opal('history'), 'delist')).toBe(false)
  })
})
