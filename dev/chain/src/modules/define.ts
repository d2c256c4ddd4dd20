import { parseAddress } from '@opal/domain/address'
import { ExecutionContext } from '../ledger/execution/execution-context.ts'
import type { MoveContext, MoveFunction, MoveStruct } from './move-module.ts'

/** The framework's address, that of the first token standard and that of token objects. */
export const FRAMEWORK = parseAddress('0x1')
export const TOKENS = parseAddress('0x3')
export const TOKEN_OBJECTS = parseAddress('0x4')

type Run = MoveFunction['run']
type TypeParameters = MoveFunction['typeParameters']

/** Returns an entry function: can be a transaction's payload. */
export function entry(
  name: string,
  parameters: readonly string[],
  run: Run,
  typeParameters: TypeParameters = [],
): MoveFunction {
  return { name, isEntry: true, isView: false, visibility: 'public', typeParameters, parameters, returns: [], run }
}

/** Returns a view: read through the node, or called by other modules. */
export function view(
  name: string,
  parameters: readonly string[],
  returns: readonly string[],
  run: Run,
  typeParameters: TypeParameters = [],
): MoveFunction {
  return { name, isEntry: false, isView: true, visibility: 'public', typeParameters, parameters, returns, run }
}

/** Returns a function for other modules only. */
export function callable(
  name: string,
  parameters: readonly string[],
  returns: readonly string[],
  run: Run,
  typeParameters: TypeParameters = [],
): MoveFunction {
  return { name, isEntry: false, isView: false, visibility: 'public', typeParameters, parameters, returns, run }
}

/** Returns a resource or event type for a module's ABI. */
export function struct(
  name: string,
  fields: Readonly<Record<string, string>>,
  abilities: MoveStruct['abilities'] = ['key'],
  typeParameters = 0,
): MoveStruct {
  const list = Object.entries(fields).map(([field, type]) => ({ name: field, type }))
  return {
    name,
    abilities,
    isEvent: abilities.length === 2 && !abilities.includes('key'),
    typeParameters,
    fields: list,
  }
}

/** Returns an event type. */
export function event(name: string, fields: Readonly<Record<string, string>>): MoveStruct {
  return struct(name, fields, ['drop', 'store'])
}

/** `<T: key>`, as functions on objects have it. */
export const KEYED: TypeParameters = [['key']]
/** `<CoinType>` and other unconstrained parameters. */
export const ANY_TYPE: TypeParameters = [[]]
export const STRING = '0x1::string::String'

/** The framework's modules reach deeper than marketplaces may: minting, accounts' guids, fresh addresses. */
export function asExecution(context: MoveContext): ExecutionContext {
  if (context instanceof ExecutionContext) return context
  throw new TypeError('framework modules run on the localnet only')
}
