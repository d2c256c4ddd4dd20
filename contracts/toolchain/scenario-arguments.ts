import type { Address } from '@opal/domain/address'
import type { PayloadArgument } from '@opal/domain/payload'
import { buildTokenSet, leafOf, proofOf, type SetHash } from '@opal/domain/tokens/token-set'
import type { ScenarioArgument } from './scenario.ts'
import { addressOf, COLLECTION, idOf, OLD_COLLECTION } from './scenario-world.ts'
import type { Parameter } from './signatures.ts'

/** Resolves an argument of a call: names of v1 tokens and collections are several arguments. */
export function resolveArgument(
  names: ReadonlyMap<string, Address>,
  argument: ScenarioArgument,
  parameter: Parameter | undefined,
): readonly PayloadArgument[] {
  if (typeof argument === 'number') return [String(argument)]
  if (argument === '@nobody') return ['0x0']
  const collection = [addressOf('creator'), OLD_COLLECTION]
  if (argument === '@collection') return parameter === 'collection-v1' ? collection : [COLLECTION]
  const name = String(argument).slice(1)
  if (parameter === 'token-v1') return [...collection, name, '0']
  if (parameter === 'named-v1') return [name, '0']
  return [parameter === 'name-v1' ? name : (names.get(name) as Address)]
}

/** Resolves a set to the bytes of its root (none for the empty set), a proof to those of its siblings. */
export function resolveSet(
  names: ReadonlyMap<string, Address>,
  tokens: readonly ScenarioArgument[],
  parameter: Parameter,
): readonly PayloadArgument[] {
  const leaves = tokens.map((token) => leafIn(names, String(token).slice(1), parameter.endsWith('-v1')))
  if (parameter.startsWith('set')) return leaves.length === 0 ? [] : bytesOf(buildTokenSet(leaves).root)
  const [leaf = '', ...members] = leaves
  if (members.length === 0) return []
  return (proofOf(buildTokenSet(members), leaf) ?? []).map(bytesOf)
}

function leafIn(names: ReadonlyMap<string, Address>, name: string, isV1: boolean): SetHash {
  if (!isV1) return leafOf({ standard: 'v2', tokenDataId: names.get(name) as Address })
  const { creator, collection, propertyVersion } = idOf(name)
  const id = { creatorAddress: creator, collectionName: collection, tokenName: name, propertyVersion }
  return leafOf({ standard: 'v1', tokenDataId: COLLECTION, ...id })
}

function bytesOf(hash: SetHash): readonly number[] {
  return [...Buffer.from(hash, 'hex')]
}
