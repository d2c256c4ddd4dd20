import { describe, expect, it } from 'vitest'
import { parseAddress } from '../address.ts'
import { collectionIdV1, namedObjectAddress, tokenDataIdV1, userDerivedObjectAddress } from './token-id.ts'

describe('ids of v1 tokens', () => {
  const creator = parseAddress('0xee814d743d2c3b4b1b8b30f3e0c84c7017df3154bda84c31958785f1d5b70e61')

  it('equal those of mainnet transaction 2382313982', () => {
    expect(tokenDataIdV1(creator, 'Aptos Dogs', 'AptosDogs #1596')).toBe(
      '0x58ab68df6b0db94494f928b048e757e0664774e4ae95ee75c28f76cf2a7e486e',
    )
    expect(collectionIdV1(creator, 'Aptos Dogs')).toBe(
      '0xaf8eacd9b3cf754c43d96c69d00e664bd6ad377a16f7602ade23ecca0e693501',
    )
  })

  it('hash the padded creator, however it was written', () => {
    const short = parseAddress('0x7bc33fea1f7f5e7dc023c5cb041d0aadd664c8f738f619829095c19a9cc34e0')
    const long = parseAddress('0x07bc33fea1f7f5e7dc023c5cb041d0aadd664c8f738f619829095c19a9cc34e0')
    expect(collectionIdV1(short, 'Pools')).toBe(collectionIdV1(long, 'Pools'))
  })
})

describe('addresses of v2 objects', () => {
  const creator = parseAddress('0x07bc33fea1f7f5e7dc023c5cb041d0aadd664c8f738f619829095c19a9cc34e0')

  it('equal that of the collection in mainnet transaction 2382373209', () => {
    expect(namedObjectAddress(creator, 'Cool Sloths')).toBe(
      '0xd82f5841196bf66232316dc61188947583f418346b72758c0f45827cc5838617',
    )
  })

  it('equal that of the primary APT store in mainnet transaction 2186504987', () => {
    const owner = parseAddress('0x9145f11536bda903471ac026c907b76ef0f957e81cfd2d443850362c52715b20')
    expect(userDerivedObjectAddress(owner, parseAddress('0xa'))).toBe(
      '0x0c45a2c470e687bd011ead8c19f69b3c1cda9dad656c3f44947168d4ec62f1ee',
    )
  })
})
