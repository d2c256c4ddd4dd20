import { describe, expect, it } from 'vitest'
import { isWrongNetwork } from './is-wrong-network.ts'

describe('isWrongNetwork', () => {
  it.each([
    [{ chainId: 4, name: 'local' }, 'local', false],
    [{ chainId: 1, name: 'mainnet' }, 'local', true],
    [{ chainId: 1, name: 'custom' }, 'mainnet', false],
    [{ chainId: 2, name: 'mainnet' }, 'mainnet', true],
    [{ name: 'mainnet' }, 'local', true],
    [{ name: 'Mainnet' }, 'mainnet', false],
    [{ name: 'custom' }, 'local', false],
    [null, 'mainnet', false],
  ] as const)('a wallet of %j on a site of %s: %s', (wallet, site, wrong) => {
    expect(isWrongNetwork(wallet, site)).toBe(wrong)
  })
})
