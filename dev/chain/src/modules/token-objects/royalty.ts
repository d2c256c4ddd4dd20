import { type Address, toShortAddress } from '@opal/domain/address'
import { abortsOf } from '../aborts.ts'
import { callable, KEYED, struct, TOKEN_OBJECTS } from '../define.ts'
import type { MoveContext, MoveModule, MoveResource } from '../move-module.ts'

export const ROYALTY = '0x4::royalty::Royalty'
const abort = abortsOf('0x4::royalty')

/** @source 0x4::royalty */
export const royalty: MoveModule = {
  address: TOKEN_OBJECTS,
  name: 'royalty',
  structs: [
    struct('Royalty', { numerator: 'u64', denominator: 'u64', payee_address: 'address' }, ['copy', 'drop', 'key']),
  ],
  functions: [
    callable(
      'get',
      ['0x1::object::Object<T0>'],
      ['0x1::option::Option<0x4::royalty::Royalty>'],
      (context, _types, args) => {
        const [object] = args as readonly [Address]
        return [royaltyAt(context, object)]
      },
      KEYED,
    ),
  ],
}

/**
 * Returns a royalty as a resource.
 * @throws MoveAbort for a denominator of zero or more than the whole.
 * @source 0x4::royalty::create
 */
export function newRoyalty(numerator: bigint, denominator: bigint, payee: Address): MoveResource {
  if (denominator === 0n) {
    throw abort('out-of-range', 3n, 'EROYALTY_DENOMINATOR_IS_ZERO', 'The royalty denominator cannot be 0')
  }
  if (numerator > denominator) {
    throw abort('out-of-range', 2n, 'EROYALTY_EXCEEDS_MAXIMUM', 'The royalty cannot be greater than 100%')
  }
  return {
    denominator: denominator.toString(),
    numerator: numerator.toString(),
    payee_address: toShortAddress(payee),
  }
}

/** Returns the royalty stored at an object, as an Option. */
export function royaltyAt(context: MoveContext, object: Address): { vec: MoveResource[] } {
  const found = context.getResource(object, ROYALTY)
  return { vec: found === null ? [] : [found] }
}
