import { toShortAddress } from '@opal/domain/address'
import { type MoveType, parseMoveType, printMoveType, substituteType } from '../encoding/move-type.ts'
import { isSigner, type LinkedFunction, type ModuleRegistry } from '../execution/module-registry.ts'
import { at } from './compiled-script.ts'
import type { TypeLinker } from './link-types.ts'
import { ScriptFault, unsupported } from './script-fault.ts'
import type { FunctionHandle, ScriptTables } from './script-tables.ts'

/** A call whose target exists and is just as the script believes it to be. */
export interface LinkedCall {
  readonly target: LinkedFunction
  readonly typeArguments: readonly string[]
  /** With signers. */
  readonly parameters: readonly MoveType[]
  readonly returns: readonly MoveType[]
}

/**
 * Finds the function that a handle names and holds the handle against its declaration.
 * @throws ScriptFault for a function that is not there, is not public, or has another signature.
 */
export function linkCall(
  tables: ScriptTables,
  handle: FunctionHandle,
  typeArguments: readonly MoveType[],
  generic: TypeLinker,
  modules: ModuleRegistry,
): LinkedCall {
  const target = findTarget(tables, handle, modules)
  const { definition } = target
  const declared = definition.parameters.map(parseMoveType)
  requireSame(generic.types(at(tables.signatures, handle.parameters)), declared, target.id)
  requireSame(generic.types(at(tables.signatures, handle.returns)), target.returns, target.id)
  const wanted = definition.typeParameters.length
  if (handle.typeParameters !== wanted)
    throw new ScriptFault('TYPE_MISMATCH', `${target.id} has ${wanted} type parameters`)
  if (typeArguments.length !== wanted) throw new ScriptFault('NUMBER_OF_TYPE_ARGUMENTS_MISMATCH', target.id)
  if (target.signerCount > 1) throw unsupported(`${target.id} takes several signers`)
  if (declared.some(isMutableReference)) throw unsupported(`${target.id} takes a mutable reference`)
  if (target.returns.some(({ kind }) => kind === 'reference')) throw unsupported(`${target.id} returns a reference`)
  return {
    target,
    typeArguments: typeArguments.map(printMoveType),
    parameters: declared.map((type) => substituteType(type, typeArguments)),
    returns: target.returns.map((type) => substituteType(type, typeArguments)),
  }
}

/** Returns arguments of a call without its signers. */
export function withoutSigners<Value>({ target }: LinkedCall, values: readonly Value[]): readonly Value[] {
  return values.filter((_value, position) => !isSigner(target.definition.parameters[position] ?? ''))
}

function findTarget(tables: ScriptTables, { module, name }: FunctionHandle, modules: ModuleRegistry): LinkedFunction {
  const home = at(tables.modules, module)
  const [address, moduleName] = [at(tables.addresses, home.address), at(tables.identifiers, home.name)]
  const id = `${toShortAddress(address)}::${moduleName}::${at(tables.identifiers, name)}`
  if (modules.module(address, moduleName) === null) throw new ScriptFault('LINKER_ERROR', `there is no module of ${id}`)
  const target = modules.resolve(id)
  if (target === null || target.definition.visibility !== 'public') throw new ScriptFault('LOOKUP_FAILED', id)
  return target
}

function requireSame(believed: readonly MoveType[], declared: readonly MoveType[], id: string): void {
  const isSame = (type: MoveType, at: number) => printMoveType(type) === printMoveType(declared[at] ?? type)
  if (believed.length !== declared.length || !believed.every(isSame)) {
    throw new ScriptFault('TYPE_MISMATCH', `${id} has another signature`)
  }
}

function isMutableReference(type: MoveType): boolean {
  return type.kind === 'reference' && type.isMutable
}
