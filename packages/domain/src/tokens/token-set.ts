import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { TokenRef } from './token-id.ts'

/** Tags of what is hashed: a leaf can pass for no node, nor a token of one standard for one of the other. */
const LEAF_OF_TOKEN_V2 = 0
const LEAF_OF_TOKEN_V1 = 1
const NODE = 2

/** A hash of a set, 32 bytes as lower-case hex without `0x`. */
export type SetHash = string

/** A set of tokens as an offer names it: its root, and for each leaf the siblings that lead to the root. */
export interface TokenSet {
  readonly root: SetHash
  /** Ascending, each once. */
  readonly leaves: readonly SetHash[]
  /** Levels from the leaves to the root; see {@link proofOf}. */
  readonly levels: readonly (readonly SetHash[])[]
}

/**
 * Returns the leaf of a token in a set.
 * @throws RangeError for an edition beyond 64 bits: it would be that of another.
 * @source contracts/marketplace token_set::leaf_of_tokenv1, leaf_of_tokenv2
 */
export function leafOf(token: TokenRef): SetHash {
  if (token.standard === 'v2') return hash(LEAF_OF_TOKEN_V2, hexToBytes(token.tokenDataId.slice(2)))
  if (token.propertyVersion !== BigInt.asUintN(64, token.propertyVersion))
    throw new RangeError('A property version has 64 bits.')
  const version = new DataView(new ArrayBuffer(8))
  version.setBigUint64(0, token.propertyVersion, true)
  return hash(
    LEAF_OF_TOKEN_V1,
    hexToBytes(token.creatorAddress.slice(2)),
    bcsText(token.collectionName),
    bcsText(token.tokenName),
    new Uint8Array(version.buffer),
  )
}

/**
 * Builds the merkle tree over leaves, in any order and however often each is named: the root depends on the set alone.
 * @throws RangeError without a leaf.
 */
export function buildTokenSet(leaves: Iterable<SetHash>): TokenSet {
  const building = buildTree(leaves)
  for (;;) {
    const { done, value } = building.next()
    if (done === true) return value
  }
}

/**
 * Builds the set of tokens as {@link buildTokenSet} does, in steps of some hashes: a large one takes a quarter of a second.
 * @throws RangeError without a token.
 */
export function* buildTokenSetInSteps(tokens: readonly TokenRef[]): Generator<undefined, TokenSet> {
  const leaves: SetHash[] = []
  for (const token of tokens) {
    leaves.push(leafOf(token))
    if (leaves.length % HASHES_PER_STEP === 0) yield
  }
  return yield* buildTree(leaves)
}

const HASHES_PER_STEP = 200

function* buildTree(leaves: Iterable<SetHash>): Generator<undefined, TokenSet> {
  const sorted = [...new Set(leaves)].sort()
  if (sorted.length === 0) throw new RangeError('A set of tokens has at least one token.')
  const levels: SetHash[][] = [sorted]
  for (let level = sorted; level.length > 1; levels.push(level)) level = yield* parentsOf(level)
  return { root: levels.at(-1)?.[0] as SetHash, leaves: sorted, levels }
}

/** Returns the siblings from a leaf up to the root; null where the set has no such leaf. */
export function proofOf(set: TokenSet, leaf: SetHash): readonly SetHash[] | null {
  let position = set.leaves.indexOf(leaf)
  if (position === -1) return null
  const proof: SetHash[] = []
  for (const level of set.levels) {
    const sibling = level[position ^ 1]
    if (sibling !== undefined) proof.push(sibling)
    position >>= 1
  }
  return proof
}

/** Returns whether a proof leads from a leaf to the root. @source contracts/marketplace token_set::require_member */
export function isMember(root: SetHash, leaf: SetHash, proof: readonly SetHash[]): boolean {
  return proof.reduce(parentOf, leaf) === root
}

/** A last node without a sibling moves up as it is. */
function* parentsOf(level: readonly SetHash[]): Generator<undefined, SetHash[]> {
  const parents: SetHash[] = []
  for (let first = 0; first < level.length; first += 2) {
    const [left, right] = [level[first] as SetHash, level[first + 1]]
    parents.push(right === undefined ? left : parentOf(left, right))
    if (parents.length % HASHES_PER_STEP === 0) yield
  }
  return parents
}

/** The smaller child comes first, so that a proof needs no directions. */
function parentOf(left: SetHash, right: SetHash): SetHash {
  const [first, second] = left < right ? [left, right] : [right, left]
  return hash(NODE, hexToBytes(first), hexToBytes(second))
}

function hash(tag: number, ...parts: readonly Uint8Array[]): SetHash {
  return bytesToHex(sha256(concatBytes(Uint8Array.of(tag), ...parts)))
}

/** A text in BCS: its length in bytes as ULEB128, then its UTF-8. */
function bcsText(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  const length: number[] = []
  let left = bytes.length
  for (; left > 0x7f; left >>>= 7) length.push((left & 0x7f) | 0x80)
  return concatBytes(Uint8Array.of(...length, left), bytes)
}
