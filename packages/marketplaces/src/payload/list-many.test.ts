import { parseAddress } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors'
import { runs } from '@opal/domain/testing/effort/config'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { familyPayloads } from '../aptos-example/payload.ts'
import { contractsOf } from '../contracts/network-contracts.ts'

const LISTING_MANY = contractsOf('local').filter(({ adapter }) => adapter.payload['list-many'] !== undefined)

const tokens = fc.array(
  fc.record({
    standard: fc.constantFrom('v1', 'v2'),
    collectionName: fc.constantFrom('Monkeys', 'Apes'),
    priceOctas: fc.bigInt(1n, 10n ** 12n),
  }),
  { minLength: 1, maxLength: 6 },
)
const oneStandard = tokens.map(([first, ...rest]) =>
  [first, ...rest].flatMap((token) => (token && first ? { ...first, priceOctas: token.priceOctas } : [])),
)

/** By its number, which tells tokens apart. */
function tokenOf(
  { standard, collectionName }: { standard: 'v1' | 'v2'; collectionName: string },
  at: number,
): TokenRef {
  const tokenDataId = parseAddress(`0x7${at}`)
  if (standard === 'v2') return { standard, tokenDataId }
  const creatorAddress = parseAddress('0xce')
  return { standard, tokenDataId, creatorAddress, collectionName, tokenName: `#${at}`, propertyVersion: 0n }
}

it('any batch of listings has each token next to its price, or is refused by the name of the marketplace', () => {
  expect(LISTING_MANY.length).toBeGreaterThan(2)
  fc.assert(
    fc.property(fc.constantFrom(...LISTING_MANY), fc.oneof(tokens, oneStandard), ({ adapter, contracts }, batch) => {
      const items = batch.map((one, at) => ({ token: tokenOf(one, at), priceOctas: one.priceOctas }))
      const names = items.map(({ token }) => (token.standard === 'v1' ? token.tokenName : token.tokenDataId))
      try {
        const payload = adapter.payload['list-many']?.(contracts, items)
        expect(payload?.functionArguments).toContainEqual(names)
        expect(payload?.functionArguments).toContainEqual(items.map(({ priceOctas }) => String(priceOctas)))
      } catch (error) {
        if (!(error instanceof NotOfferedError)) throw error
        expect(error.details).toMatchObject({ marketplace: adapter.id })
        expect(new Set(items.map(({ token }) => token.standard === 'v1' && token.collectionName)).size).toBeGreaterThan(
          1,
        )
      }
    }),
    { numRuns: runs(200) },
  )
})

it('refuses a batch in the name of the member of the family that was asked', () => {
  const [marketplace] = LISTING_MANY
  if (marketplace === undefined) throw new Error('none lists many')
  const items = (['v1', 'v2'] as const).map((standard, at) => ({
    token: tokenOf({ standard, collectionName: 'Monkeys' }, at),
    priceOctas: 5n,
  }))
  const contracts = { ...marketplace.contracts, feeScheduleAddress: parseAddress('0xfee') }
  const family = familyPayloads('pool')
  for (const build of [
    () => family['list-many'](contracts, items),
    () => family['list-and-update'](contracts, items, []),
  ])
    expect(build).toThrowError(expect.objectContaining({ details: expect.objectContaining({ marketplace: 'pool' }) }))
})
