import type { Address } from '@opal/domain/address'
import type { MoveContext, MoveValue } from '../modules/move-module.ts'
import { isFrameworkStruct, type MoveType, optionItem, printMoveType } from './move-type.ts'
import { OBJECT_ABORTS, OBJECT_CORE } from './objects.ts'

/**
 * An `Object<T>` argument must be an object that holds a `T`.
 * @throws MoveAbort
 * @source 0x1::object::address_to_object
 */
export function assertObjectArguments(
  context: MoveContext,
  types: readonly MoveType[],
  args: readonly MoveValue[],
): void {
  types.forEach((type, index) => {
    assertObjects(context, type, args[index] ?? null)
  })
}

function assertObjects(context: MoveContext, type: MoveType, value: MoveValue): void {
  const item = type.kind === 'vector' ? type.of : optionItem(type)
  if (item !== null && Array.isArray(value)) {
    for (const one of value) assertObjects(context, item, one)
  } else if (item !== null && value !== null && !(value instanceof Uint8Array)) {
    assertObjects(context, item, value)
  } else if (type.kind === 'struct' && isFrameworkStruct(type, 'object', 'Object')) {
    assertObject(context, value as Address, type.typeArguments[0])
  }
}

function assertObject(context: MoveContext, object: Address, of: MoveType | undefined): void {
  if (!context.objectExists(object)) throw OBJECT_ABORTS.doesNotExist()
  const wanted = of === undefined ? OBJECT_CORE : printMoveType(of)
  if (context.getResource(object, wanted) === null) throw OBJECT_ABORTS.resourceDoesNotExist()
}
