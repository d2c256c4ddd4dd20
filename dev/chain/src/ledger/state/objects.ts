import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { MoveAbort, type MoveContext, type MoveResource, type MoveValue } from '../../modules/move-module.ts'
import { isFrameworkStruct, type MoveType, optionItem, printMoveType } from '../encoding/move-type.ts'

export const OBJECT_CORE = '0x1::object::ObjectCore'
/** Guids of an object start here, apart from those of accounts. @source 0x1::object INIT_GUID_CREATION_NUM */
const FIRST_OBJECT_GUID = 0x4000000000000n
/** @source 0x1::object MAXIMUM_OBJECT_NESTING */
const MAX_NESTING = 8

/** Returns a fresh ObjectCore, its transfer events already on the first guid. */
export function newObjectCore(object: Address, owner: Address, allowUngatedTransfer: boolean): MoveResource {
  return {
    allow_ungated_transfer: allowUngatedTransfer,
    guid_creation_num: (FIRST_OBJECT_GUID + 1n).toString(),
    owner: toShortAddress(owner),
    transfer_events: eventHandle(object, FIRST_OBJECT_GUID),
  }
}

/** Returns an event handle whose counter is zero. */
export function eventHandle(address: Address, creationNumber: bigint): JsonObject {
  return {
    counter: '0',
    guid: { id: { addr: toShortAddress(address), creation_num: creationNumber.toString() } },
  }
}

/** Returns the owner in an object's core. */
export function ownerIn(core: MoveResource): Address {
  return parseAddress(core.owner as string)
}

export const OBJECT_ABORTS = {
  exists: () => new MoveAbort('0x1::object', 0x80001n, 'EOBJECT_EXISTS', 'An object already exists at this address'),
  doesNotExist: () =>
    new MoveAbort('0x1::object', 0x60002n, 'EOBJECT_DOES_NOT_EXIST', 'An object does not exist at this address'),
  noUngatedTransfers: () =>
    new MoveAbort(
      '0x1::object',
      0x50003n,
      'ENO_UNGATED_TRANSFERS',
      'The object does not have ungated transfers enabled',
    ),
  notOwner: () =>
    new MoveAbort('0x1::object', 0x50004n, 'ENOT_OBJECT_OWNER', 'The caller does not have ownership permissions'),
  maximumNesting: () =>
    new MoveAbort('0x1::object', 0x20006n, 'EMAXIMUM_NESTING', 'Exceeds maximum nesting for an object transfer'),
  resourceDoesNotExist: () =>
    new MoveAbort(
      '0x1::object',
      0x60007n,
      'ERESOURCE_DOES_NOT_EXIST',
      'The resource is not stored at the specified address.',
    ),
} as const

/**
 * Requires that the account may move the object: it owns it, directly or through objects that are free to move.
 * @throws MoveAbort
 * @source 0x1::object::verify_ungated_and_descendant
 */
export function assertMayTransfer(
  core: (object: Address) => MoveResource | null,
  owner: Address,
  object: Address,
): void {
  let held = core(object)
  if (held === null) throw OBJECT_ABORTS.doesNotExist()
  for (let depth = 0; depth < MAX_NESTING; depth += 1) {
    if (held === null) throw OBJECT_ABORTS.notOwner()
    if (held.allow_ungated_transfer !== true) throw OBJECT_ABORTS.noUngatedTransfers()
    const holder = ownerIn(held)
    if (holder === owner) return
    held = core(holder)
  }
  throw OBJECT_ABORTS.maximumNesting()
}

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
