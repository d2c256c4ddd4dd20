import { parseAnswer } from '@opal/contract/shapes/shown-names'
import { findFittingTokens, type SetToken } from '@opal/contract/token-sets'
import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import { buildTokenSet, isMember, leafOf, proofOf } from '@opal/domain/tokens/token-set'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildSet } from './build-set.ts'

const idOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}`
const v2 = (at: number): SetToken => ({ tokenDataId: idOf(at), names: null })
const v1 = (at: number, propertyVersion: string): SetToken => ({
  tokenDataId: idOf(at),
  names: { creatorAddress: idOf(7), collection: 'Stones', token: `Stone #${at}`, propertyVersion },
})
const { signal } = new AbortController()

function leafOfToken({ tokenDataId, names }: SetToken) {
  const id = parseAddress(tokenDataId)
  if (names === null) return leafOf({ standard: 'v2', tokenDataId: id })
  const { collection: collectionName, token: tokenName } = names
  return leafOf({
    standard: 'v1',
    tokenDataId: id,
    creatorAddress: parseAddress(names.creatorAddress),
    collectionName,
    tokenName,
    propertyVersion: BigInt(names.propertyVersion),
  })
}

// @feature bid.trait-builder
it('builds of any list the root that its tokens prove themselves by, and names each for the announcement', async () => {
  const tokens = fc.uniqueArray(
    fc.oneof(
      fc.nat(900).map(v2),
      fc.tuple(fc.integer({ min: 1000, max: 1900 }), fc.constantFrom('0', '3')).map(([at, edition]) => v1(at, edition)),
    ),
    { selector: (token) => JSON.stringify(token), minLength: 1, maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(tokens, async (list) => {
      const built = await buildSet(list, signal)
      const set = buildTokenSet(list.map(leafOfToken))
      expect(built?.root).toBe(set.root)
      for (const token of list) {
        const leaf = leafOfToken(token)
        expect(isMember(built?.root ?? '', leaf, proofOf(set, leaf) ?? [])).toBe(true)
      }
      const keys = list.map(({ tokenDataId, names }) =>
        names === null || names.propertyVersion === '0' ? tokenDataId : `${tokenDataId}/${names.propertyVersion}`,
      )
      expect(built?.tokens).toEqual(keys)
    }),
    { numRuns: runs(50) },
  )
  expect(await buildSet([], signal)).toBeNull()
})

// @feature bid.trait-builder
it('builds of names as the chain has them, whatever a reader does not see in them', async () => {
  const part = fc.constantFrom('Stone', ' #', '\u200b', '\u202e', '\ufeff', '\u{e0041}', '\u200d')
  const name = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(name, name, async (collection, token) => {
      const list = [
        { tokenDataId: idOf(1), names: { creatorAddress: idOf(7), collection, token, propertyVersion: '0' } },
      ]
      const answered = JSON.stringify({ collectionId: idOf(9), tokens: list })
      const { tokens } = findFittingTokens.response.parse(parseAnswer(answered))
      expect((await buildSet(tokens, signal))?.root).toBe(buildTokenSet(list.map(leafOfToken)).root)
    }),
    { numRuns: runs(50) },
  )
})

// @feature bid.trait-builder
it('gives the page its turn after every slice, and ends when it is not wanted any more', async () => {
  const tokens = Array.from({ length: 3_000 }, (_, at) => v2(at))
  const turns: number[] = []
  let clock = 0
  const ticking = setInterval(() => turns.push(clock), 0)
  // Each look at the clock is half a slice on.
  const built = await buildSet(tokens, signal, () => {
    clock += 4
    return clock
  })
  clearInterval(ticking)
  expect(built?.root).toBe(buildTokenSet(tokens.map(leafOfToken)).root)
  expect(clock).toBeGreaterThan(60)
  expect(turns.length).toBeGreaterThan(1)
  const gone = new AbortController()
  gone.abort(new Error('closed'))
  await expect(buildSet(tokens, gone.signal, () => (clock += 20))).rejects.toThrow('closed')
})
