import { aptos } from '@aptos-labs/aptos-protos'
import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSkimmer } from './skim.ts'

const { Transaction } = aptos.transaction.v1
const skim = createSkimmer({
  eventTypes: ['0xd520d::events::ListingFilledEvent'],
  resourceTypes: ['0x4::token::Token'],
})

describe('the skim', () => {
  it('finds a wanted event whose address is written with leading zeros', () => {
    const type = `0x${'d520d'.padStart(64, '0')}::events::ListingFilledEvent`
    expect(skim(withEvent(type))).toBe(true)
  })

  it('does not take a type for another that starts alike', () => {
    expect(skim(withEvent('0xd520d::events::ListingFilledEventV2'))).toBe(false)
    expect(skim(withEvent('0xd520::events::ListingFilledEvent'))).toBe(false)
  })

  it('takes a type for wanted however its address is written and whatever its type arguments are, and no other', () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/)
    const types = fc.tuple(fc.constantFrom('1', 'd520d', 'ab'), name, name)
    const plain = ([address, module, struct]: readonly string[]) => `0x${address}::${module}::${struct}`
    const spelt = fc.record({
      zeros: fc.nat(60),
      isCapital: fc.boolean(),
      args: fc.constantFrom('', '<u8>', '<0x1::a::B<u8>>'),
    })
    fc.assert(
      fc.property(fc.array(types, { minLength: 1 }), types, spelt, (wanted, [address, module, struct], how) => {
        const digits = '0'.repeat(how.zeros) + (how.isCapital ? address.toUpperCase() : address)
        const skimmer = createSkimmer({ eventTypes: wanted.map(plain), resourceTypes: [] })
        const expected = wanted.some((type) => plain(type) === plain([address, module, struct]))
        expect(skimmer(withEvent(`0x${digits}::${module}::${struct}${how.args}`))).toBe(expected)
      }),
      { numRuns: runs(500) },
    )
  })

  it('finds events of block metadata', () => {
    const events = [{ typeStr: '0xd520d::events::ListingFilledEvent' }]
    expect(skim(Transaction.encode({ version: 1n, blockMetadata: { events } }).finish())).toBe(true)
  })

  it('answers or names the fault for any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(typeof skim(bytes)).toBe('boolean')
        } catch (error) {
          expect(error).toMatchObject({ code: 'malformed-transaction' })
        }
      }),
    )
  })

  it('names the fault of a transaction that was cut off', () => {
    const whole = withEvent('0x1::coin::DepositEvent')
    expect(() => skim(whole.subarray(0, whole.length - 3))).toThrowError(
      expect.objectContaining({ code: 'malformed-transaction' }),
    )
  })
})

function withEvent(typeStr: string): Uint8Array {
  return Transaction.encode({ version: 7n, user: { events: [{ typeStr, data: '{}' }] } }).finish()
}
