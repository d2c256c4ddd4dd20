import { processorMs } from '@opal/domain/testing/processor-time'
import { describe, expect, it } from 'vitest'
import { baseOfMoveType, normaliseMoveType } from './move-type.ts'

describe('normaliseMoveType', () => {
  it.each([
    ['0x1::coin::DepositEvent', '0x1::coin::DepositEvent'],
    [
      '0x0000000000000000000000000000000000000000000000000000000000000001::coin::DepositEvent',
      '0x1::coin::DepositEvent',
    ],
    ['0x0d520D::listing::Listing', '0xd520d::listing::Listing'],
    ['0x1::coin::CoinStore<0x01::aptos_coin::AptosCoin>', '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>'],
    [
      '0x1::a::B<u64, vector<0x0a::b::C>, 0x1::d::E<0x00f::g::H>>',
      '0x1::a::B<u64, vector<0xa::b::C>, 0x1::d::E<0xf::g::H>>',
    ],
    ['0x0::account::A', '0x0::account::A'],
    ['0x000::account::A', '0x0::account::A'],
    ['0x1::m0x00a::A<0x02::m0x0b::B>', '0x1::m0x00a::A<0x2::m0x0b::B>'],
    ['address', 'address'],
  ])('%s', (written, normal) => {
    expect(normaliseMoveType(written)).toBe(normal)
    expect(normaliseMoveType(normal)).toBe(normal)
  })

  it.each(['0', 'a', '0a', '0x0'])('takes no longer than it is to read names of %s again and again', async (digits) => {
    const name = `a0x00${digits.repeat(50_000)}`
    expect(await processorMs(() => normaliseMoveType(`0x01::${name}::${name}`))).toBeLessThan(500)
    expect(normaliseMoveType(`0x01::${name}::${name}`)).toBe(`0x1::${name}::${name}`)
  })

  it('knows a type without its arguments', () => {
    expect(baseOfMoveType('0x1::coin::CoinStore<0x1::a::B>')).toBe('0x1::coin::CoinStore')
    expect(baseOfMoveType('u64')).toBe('u64')
  })
})
