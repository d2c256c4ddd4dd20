import { expect, it } from 'vitest'
import { nativeMarketplace } from '../registry.ts'
import { contractsOf } from './network-contracts.ts'
import { parseContracts } from './parse-contracts.ts'

const { id } = nativeMarketplace

it('brings a marketplace to a network where none is known', () => {
  const here = contractsOf('testnet', parseContracts(` ${id}=0xa:0xb:20/1000 `)).find(({ adapter }) => adapter.isNative)
  expect(here?.contracts).toMatchObject({
    packageAddress: `0x${'a'.padStart(64, '0')}`,
    feeScheduleAddress: `0x${'b'.padStart(64, '0')}`,
    commission: { numerator: 20n, denominator: 1000n },
    status: 'active',
  })
})

it('keeps the known commission when only addresses are given', () => {
  const { contracts } =
    contractsOf('testnet', parseContracts(`${id}=0xa:0xb`)).find(({ adapter }) => adapter.isNative) ?? {}
  expect(contracts?.commission).toEqual({ numerator: 15n, denominator: 1000n })
})

it('changes nothing when nothing is said', () => {
  expect(parseContracts('')).toEqual({})
})

it.each([
  [`${id}`, 'is not of the form'],
  [`${id}=a`, 'is not of the form'],
  [`${id}=0xa:0xb:1.5`, 'is not of the form'],
  [`${id}=0xa:0xb:16/15`, 'is not a commission'],
  [`${id}=0xa:0xb:0/0`, 'is not a commission'],
  [`${id}=0xa`, 'names no fee schedule'],
  ['bazaar=0xa', 'there is no marketplace "bazaar"'],
])('refuses %j in a sentence', (text, sentence) => {
  expect(() => parseContracts(text)).toThrow(sentence)
})
