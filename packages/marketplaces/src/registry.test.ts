import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contractsOf } from './contracts/network-contracts.ts'
import { MARKETPLACES, marketplaceById, nativeMarketplace } from './registry.ts'
import { describeAdapter } from './testing/describe-adapter.ts'

for (const adapter of MARKETPLACES) describeAdapter(adapter)

describe('the registry', () => {
  it('holds one adapter a folder, under the folder name', () => {
    for (const { id } of MARKETPLACES) expect(existsSync(join(import.meta.dirname, id, 'adapter.ts')), id).toBe(true)
    expect(new Set(MARKETPLACES.map(({ id }) => id)).size).toBe(MARKETPLACES.length)
  })

  it('has exactly one native marketplace', () => {
    expect(MARKETPLACES.filter(({ isNative }) => isNative)).toEqual([nativeMarketplace])
  })

  it('finds a marketplace by id and by what others call it', () => {
    expect(marketplaceById('opal')?.id).toBe('opal')
    expect(marketplaceById('wapal')?.id).toBe('opal')
    expect(marketplaceById('nowhere')).toBeNull()
  })
})

describe('contracts of a network', () => {
  it('leave out marketplaces that are not there', () => {
    expect(contractsOf('testnet').map(({ adapter }) => adapter.id)).not.toContain('opal')
  })

  it('take addresses and status from the configuration', () => {
    const [opal] = contractsOf('testnet', { opal: { packageAddress: '0xabc', status: 'cancel-only' } })
    expect(opal?.contracts).toMatchObject({ packageAddress: `0x${'abc'.padStart(64, '0')}`, status: 'cancel-only' })
  })
})
