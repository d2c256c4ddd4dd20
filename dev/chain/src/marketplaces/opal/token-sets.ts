import { ZERO_ADDRESS } from '@opal/domain/address'
import { isMember, leafOf, type SetHash } from '@opal/domain/tokens/token-set'
import type { MoveModule, MoveValue } from '../../modules/move-module.ts'
import { textArgument } from '../../modules/token-v1/token-arguments.ts'
import { familyAbort } from '../aptos-example/aborts.ts'
import type { Family } from '../aptos-example/family.ts'
import { view } from '../aptos-example/move-function.ts'
import { addressArgument, u64Argument } from '../aptos-example/move-values.ts'
import { objectOf, requireObject } from '../aptos-example/objects.ts'
import type { SoldToken } from '../aptos-example/sold-token.ts'
import { TOKEN_TYPE } from '../aptos-example/token-metadata.ts'

const HASH_LENGTH = 32
const MAX_PROOF_LENGTH = 32

/** Returns `W::token_set`, whose functions only read. @source contracts/marketplace token_set */
export function tokenSetModule(family: Family): MoveModule {
  return {
    address: family.packageAddress,
    name: 'token_set',
    structs: [],
    functions: [
      view('leaf_of_tokenv2', [objectOf(TOKEN_TYPE)], ['vector<u8>'], (context, _types, args) => {
        requireObject(context, addressArgument(args, 0), TOKEN_TYPE)
        return [`0x${leaf(addressArgument(args, 0))}`]
      }),
      view(
        'leaf_of_tokenv1',
        ['address', '0x1::string::String', '0x1::string::String', 'u64'],
        ['vector<u8>'],
        (_context, _types, args) => {
          const [creator, collection, name] = [addressArgument(args, 0), textArgument(args, 1), textArgument(args, 2)]
          return [`0x${leaf({ creator, collection, name, propertyVersion: u64Argument(args, 3) })}`]
        },
      ),
    ],
  }
}

/** @throws MoveAbort unless the bytes may be the root of a set. @source contracts/marketplace token_set::require_root */
export function requireRoot(family: Family, root: SetHash): void {
  if (root.length !== 2 * HASH_LENGTH) throw familyAbort(family, 'token_set', 'EMALFORMED_ROOT')
}

/** @throws MoveAbort unless the proof shows the token in the set. @source contracts/marketplace token_set::require_member */
export function requireMember(family: Family, root: SetHash, token: SoldToken, proof: readonly SetHash[]): void {
  if (proof.length > MAX_PROOF_LENGTH) throw familyAbort(family, 'token_set', 'EPROOF_TOO_LONG')
  const isWellFormed = proof.every((sibling) => sibling.length === 2 * HASH_LENGTH)
  if (!isWellFormed || !isMember(root, leaf(token), proof)) throw familyAbort(family, 'token_set', 'ENOT_IN_SET')
}

function leaf(token: SoldToken): SetHash {
  if (typeof token === 'string') return leafOf({ standard: 'v2', tokenDataId: token })
  const { creator, collection, name, propertyVersion } = token
  const names = { creatorAddress: creator, collectionName: collection, tokenName: name, propertyVersion }
  return leafOf({ standard: 'v1', tokenDataId: ZERO_ADDRESS, ...names })
}

/** Reads a `vector<u8>`, in hex without `0x`. */
export function bytesArgument(args: readonly MoveValue[], position: number): string {
  return toHex(args[position])
}

/** Reads a `vector<vector<u8>>`, each in hex without `0x`. */
export function bytesListArgument(args: readonly MoveValue[], position: number): readonly string[] {
  const value = args[position]
  if (!Array.isArray(value)) throw new TypeError('Expected a vector of byte strings.')
  return (value as readonly MoveValue[]).map(toHex)
}

function toHex(value: MoveValue | undefined): string {
  if (!(value instanceof Uint8Array)) throw new TypeError('Expected a vector<u8> argument.')
  return Buffer.from(value).toString('hex')
}
