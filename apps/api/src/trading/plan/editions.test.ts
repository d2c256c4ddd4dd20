import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ofOlderTokens } from './editions.ts'

const id = fc.constantFrom('0x1', '0x2', '0x3', '0x4')

it('of some holdings those alone may have further editions whose tokens are known and of the older standard', () => {
  const standards = fc.dictionary(id, fc.constantFrom('v1' as const, 'v2' as const))
  const holdings = fc.array(fc.record({ tokenDataId: id, propertyVersion: fc.bigInt(0n, 3n) }))
  fc.assert(
    fc.property(standards, holdings, (standardOf, held) => {
      const tokens = Object.entries(standardOf).map(
        ([tokenDataId, tokenStandard]) => ({ tokenDataId, tokenStandard }) as TokenHead,
      )
      expect(ofOlderTokens(held, tokens)).toEqual(held.filter((one) => standardOf[one.tokenDataId] === 'v1'))
    }),
  )
})
