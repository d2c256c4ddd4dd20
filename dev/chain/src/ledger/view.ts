import { parseAddress } from '@opal/domain/address'
import type { MoveValue } from '../modules/move-module.ts'
import { ViewRefused } from './errors.ts'
import { ExecutionContext } from './execution-context.ts'
import { gasCharge, MIN_GAS_UNIT_PRICE } from './gas-schedule.ts'
import type { ViewResult } from './ledger.ts'
import type { LinkedFunction, ModuleRegistry } from './module-registry.ts'
import { canonicalMoveType, type MoveType, parseMoveType, printMoveType, substituteType } from './move-type.ts'
import { decodeBcsArgument, readJsonArgument } from './move-values.ts'
import { assertObjectArguments } from './object-arguments.ts'
import { Overlay } from './overlay.ts'
import { sha3 } from './sha3.ts'
import type { StateReader } from './state.ts'

/** What a view looks at. */
export interface ViewEnvironment {
  readonly modules: ModuleRegistry
  readonly state: StateReader
  readonly nowMicros: bigint
}

const NOBODY = parseAddress('0x0')
const VIEW_HASH = sha3('OPAL_LOCALNET::View')

/**
 * Runs a view on the committed state; whatever it writes is forgotten.
 * @param args each BCS bytes (Uint8Array) or a JSON value.
 * @throws MoveAbort
 * @throws ViewRefused when there is no such view or something does not fit.
 */
export function runView(
  environment: ViewEnvironment,
  functionId: string,
  typeArguments: readonly string[],
  args: readonly unknown[],
): ViewResult {
  const target = environment.modules.resolve(functionId)
  if (target === null) throw new ViewRefused(`There is no function ${functionId}`)
  if (!target.definition.isView) throw new ViewRefused(`'${target.id}' is not an view function`)
  const types = readTypes(target, typeArguments)
  const values = readArguments(target, types, args)
  const { nowMicros, modules } = environment
  const context = new ExecutionContext(
    { sender: NOBODY, nowMicros, transactionHash: VIEW_HASH, tableSeed: () => VIEW_HASH, modules },
    new Overlay(environment.state),
  )
  const parameters = target.parameters.map((type) => substituteType(type, types))
  assertObjectArguments(context, parameters, values)
  const returned = target.definition.run(context, types.map(printMoveType), values) ?? []
  const gasUsed = gasCharge(context.usage, 0, [], MIN_GAS_UNIT_PRICE).totalUnits
  return { values: returned, types: target.returns.map((type) => printMoveType(substituteType(type, types))), gasUsed }
}

function readTypes(target: LinkedFunction, typeArguments: readonly string[]): MoveType[] {
  const wanted = target.definition.typeParameters.length
  if (typeArguments.length !== wanted) {
    throw new ViewRefused(`${target.id} takes ${wanted} type arguments, not ${typeArguments.length}`)
  }
  return fitting(() => typeArguments.map((text) => parseMoveType(canonicalMoveType(text))))
}

function readArguments(target: LinkedFunction, types: readonly MoveType[], args: readonly unknown[]): MoveValue[] {
  const wanted = target.parameters.length
  if (args.length !== wanted) throw new ViewRefused(`${target.id} takes ${wanted} arguments, not ${args.length}`)
  return fitting(() =>
    target.parameters.map((parameter, index) => {
      const type = substituteType(parameter, types)
      const arg = args[index]
      return arg instanceof Uint8Array ? decodeBcsArgument(type, arg) : readJsonArgument(type, arg)
    }),
  )
}

function fitting<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw new ViewRefused(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
