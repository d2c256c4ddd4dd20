import { parseAddress } from '@opal/domain/address'
import { tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { tokenOf } from './answered-items.ts'
import { itemWith } from './testing/trade-fixtures.ts'

const creatorAddress = parseAddress('0xc0')
const name = fc
  .array(fc.constantFrom(':', '::', 'a', 'b'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))

it('takes the names behind an id exactly where no other names have that id', () => {
  fc.assert(
    fc.property(name, name, (collectionName, tokenName) => {
      const tokenDataId = tokenDataIdV1(creatorAddress, collectionName, tokenName)
      const token = {
        standard: 'v1',
        tokenDataId,
        creatorAddress,
        collectionName,
        tokenName,
        propertyVersion: 0n,
      } as const
      const joined = `${collectionName}::${tokenName}`
      const readings = [...joined].filter((_, at) => joined.startsWith('::', at)).length
      const read = () => tokenOf(itemWith(token, { priceOctas: 1n }), tokenDataId)
      if (readings === 1) expect(read()).toEqual(token)
      else expect(read).toThrow('a name that two tokens share')
    }),
  )
})
