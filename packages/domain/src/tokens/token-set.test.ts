import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../address.ts'
import type { TokenRef } from './token-id.ts'
import { buildTokenSet, isMember, leafOf, proofOf } from './token-set.ts'

const token: fc.Arbitrary<TokenRef> = fc.oneof(
  fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }).map((number): TokenRef => {
    return { standard: 'v2', tokenDataId: parseAddress(`0x${number.toString(16)}`) }
  }),
  fc
    .record({
      collectionName: fc.string({ maxLength: 200, size: 'max' }),
      tokenName: fc.string(),
      version: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    })
    .map(({ collectionName, tokenName, version }): TokenRef => {
      const address = parseAddress('0xc0')
      return {
        standard: 'v1',
        tokenDataId: address,
        creatorAddress: address,
        collectionName,
        tokenName,
        propertyVersion: version,
      }
    }),
)
const leaves = fc.uniqueArray(token.map(leafOf), { minLength: 1, maxLength: 70 })

describe('a set of tokens', () => {
  it('proves each of its leaves, and no other leaf by any of its proofs', () => {
    fc.assert(
      fc.property(leaves, token.map(leafOf), (members, stranger) => {
        const set = buildTokenSet(members)
        for (const leaf of members) expect(isMember(set.root, leaf, proofOf(set, leaf) ?? [])).toBe(true)
        fc.pre(!members.includes(stranger))
        expect(proofOf(set, stranger)).toBeNull()
        for (const leaf of members) expect(isMember(set.root, stranger, proofOf(set, leaf) ?? [])).toBe(false)
      }),
    )
  })

  it('has one root, in whatever order and however often its leaves are named', () => {
    fc.assert(
      fc.property(leaves, fc.infiniteStream(fc.nat()), (members, random) => {
        const shuffled = [...members, ...members]
          .map((leaf) => ({ leaf, at: random.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ leaf }) => leaf)
        expect(buildTokenSet(shuffled).root).toBe(buildTokenSet(members).root)
      }),
    )
  })

  it('has another root with one leaf more or less', () => {
    fc.assert(
      fc.property(leaves, token.map(leafOf), (members, extra) => {
        fc.pre(!members.includes(extra))
        expect(buildTokenSet([...members, extra]).root).not.toBe(buildTokenSet(members).root)
      }),
    )
  })

  it('proves no inner node as if it were a token', () => {
    fc.assert(
      fc.property(leaves, (members) => {
        const set = buildTokenSet(members)
        const inner = set.levels
          .slice(1)
          .flat()
          .filter((node) => !members.includes(node))
        for (const node of inner) expect(proofOf(set, node)).toBeNull()
      }),
    )
  })

  it('needs a leaf', () => {
    expect(() => buildTokenSet([])).toThrow(RangeError)
  })
})

it('no two editions of a token have one leaf: there is none beyond 64 bits', () => {
  const edition = fc.bigInt({ min: -(2n ** 65n), max: 2n ** 66n })
  const inRange = (version: bigint) => version >= 0n && version < 2n ** 64n
  const ref = (propertyVersion: bigint): TokenRef => {
    const address = parseAddress('0xc0')
    return {
      standard: 'v1',
      tokenDataId: address,
      creatorAddress: address,
      collectionName: 'a',
      tokenName: 'b',
      propertyVersion,
    }
  }
  fc.assert(
    fc.property(edition, (version) => {
      if (!inRange(version)) expect(() => leafOf(ref(version))).toThrow(RangeError)
      for (const other of [version - 2n ** 64n, version + 2n ** 64n])
        if (inRange(version)) expect(() => leafOf(ref(other))).toThrow(RangeError)
    }),
  )
})

// The same values stand in the Move package's tests.
describe('hashes of a set', () => {
  const opal: TokenRef = { standard: 'v2', tokenDataId: parseAddress('0x7') }
  const old: TokenRef = {
    standard: 'v1',
    tokenDataId: parseAddress('0x1'),
    creatorAddress: parseAddress('0xc0'),
    collectionName: 'Old Opals',
    tokenName: 'Old Opal #1',
    propertyVersion: 258n,
  }

  it('are those of the contract', () => {
    expect(leafOf(opal)).toBe('36ca344219d739d971ddbe4046065dcc95c594a160afa4b8e223c6b4fab6fc63')
    expect(leafOf(old)).toBe('09017308b01be473971554569fa47afe341709d5bb14a762976768084b1c9e48')
    expect(buildTokenSet([leafOf(opal), leafOf(old)]).root).toBe(
      '664c7dd5d2271f4032797f559a00ac9ece9c30c92fde3684517c72731d0ee182',
    )
  })
})
