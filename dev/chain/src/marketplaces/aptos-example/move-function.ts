import type { MoveFunction, MoveStruct } from '../../modules/move-module.ts'

type Run = MoveFunction['run']

/** Returns a public entry function over a payment coin: one phantom type parameter, the signer first. */
export function coinEntry(name: string, parameters: readonly string[], run: Run): MoveFunction {
  return { ...entry(name, parameters, run), typeParameters: [[]] }
}

/** Returns a public entry function without type parameters, the signer first. */
export function entry(name: string, parameters: readonly string[], run: Run): MoveFunction {
  return {
    name,
    isEntry: true,
    isView: false,
    visibility: 'public',
    typeParameters: [],
    parameters: ['&signer', ...parameters],
    returns: [],
    run,
  }
}

/** Returns a public view function. */
export function view(
  name: string,
  parameters: readonly string[],
  returns: readonly string[],
  run: Run,
  typeParameters: readonly (readonly string[])[] = [],
): MoveFunction {
  return { name, isEntry: false, isView: true, visibility: 'public', typeParameters, parameters, returns, run }
}

/** Returns a resource for a module's ABI. Fields are `[name, type]` in declaration order. */
export function resource(name: string, fields: readonly (readonly [string, string])[], typeParameters = 0): MoveStruct {
  return struct(name, ['key'], fields, typeParameters)
}

/** Returns an event or value struct for a module's ABI. */
export function value(name: string, fields: readonly (readonly [string, string])[]): MoveStruct {
  return struct(name, ['drop', 'store'], fields, 0)
}

function struct(
  name: string,
  abilities: MoveStruct['abilities'],
  fields: readonly (readonly [string, string])[],
  typeParameters: number,
): MoveStruct {
  return { name, abilities, typeParameters, fields: fields.map(([field, type]) => ({ name: field, type })) }
}
