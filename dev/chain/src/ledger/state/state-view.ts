import { type Address, ZERO_ADDRESS } from '@opal/domain/address'
import { errorMessage } from '@opal/domain/errors'
import type { MoveOutput, MoveResource, MoveValue } from '../../modules/move-module.ts'
import { sha3 } from '../crypto/sha3.ts'
import {
  canonicalMoveType,
  type MoveType,
  parseMoveType,
  printMoveType,
  substituteType,
} from '../encoding/move-type.ts'
import { decodeBcsArgument, readJsonArgument } from '../encoding/move-values.ts'
import { ViewRefused } from '../errors.ts'
import { ExecutionContext } from '../execution/execution-context.ts'
import { gasCharge, MIN_GAS_UNIT_PRICE } from '../execution/gas-schedule.ts'
import type { LinkedFunction, ModuleRegistry } from '../execution/module-registry.ts'
import type { ViewResult } from '../ledger.ts'
import { authenticationKeyOf, sequenceNumberOf } from './accounts.ts'
import { assertObjectArguments } from './objects.ts'
import { Overlay } from './overlay.ts'
import type { ReadableState, StateReader } from './state.ts'

/** Read access to a state, the newest or an earlier one. */
export class StateView {
  /** Version of the last transaction that it knows. */
  readonly version: bigint
  readonly #state: ReadableState
  readonly #modules: ModuleRegistry
  readonly #nowMicros: bigint

  constructor(state: ReadableState, modules: ModuleRegistry, version: bigint, nowMicros: bigint) {
    this.#state = state
    this.#modules = modules
    this.version = version
    this.#nowMicros = nowMicros
  }

  /** Null when the address never sent a transaction. */
  accountSequenceNumber(account: Address): bigint | null {
    return sequenceNumberOf(this.#state, account)
  }

  /** Null when the address never sent a transaction. */
  authenticationKey(account: Address): string | null {
    return this.accountSequenceNumber(account) === null ? null : authenticationKeyOf(this.#state, account)
  }

  resources(address: Address): ReadonlyMap<string, MoveResource> {
    return this.#state.resources(address)
  }

  resource(address: Address, type: string): MoveResource | null {
    return this.#state.get(address, type)
  }

  /** @param key JSON text of the key in the write set's spelling. */
  tableItem(handle: string, key: string): { readonly valueType: string; readonly value: MoveOutput } | null {
    return read(this.#state.tableItem(handle, key))
  }

  /** Returns the item under a key in BCS. Looks through the whole table. */
  rawTableItem(handle: string, key: Uint8Array): { readonly valueType: string; readonly value: MoveOutput } | null {
    return read(this.#state.itemByBytes(handle, key))
  }

  /**
   * Each argument is a JSON value, or BCS as a Uint8Array.
   * @throws MoveAbort, or ViewRefused when there is no such view or the arguments do not fit.
   */
  view(functionId: string, typeArguments: readonly string[], args: readonly unknown[]): ViewResult {
    const environment = { modules: this.#modules, state: this.#state, nowMicros: this.#nowMicros }
    return runView(environment, functionId, typeArguments, args)
  }
}

function read(item: { valueType: string; value: string } | null) {
  return item === null ? null : { valueType: item.valueType, value: JSON.parse(item.value) as MoveOutput }
}

/** Dependencies of a view. */
interface ViewEnvironment {
  readonly modules: ModuleRegistry
  readonly state: StateReader
  readonly nowMicros: bigint
}

const VIEW_HASH = sha3('OPAL_LOCALNET::View')

/**
 * Runs a view on the committed state; whatever it writes is forgotten.
 * @param args each BCS bytes (Uint8Array) or a JSON value.
 * @throws MoveAbort
 * @throws ViewRefused when there is no such view or something does not fit.
 */
function runView(
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
    { sender: ZERO_ADDRESS, nowMicros, transactionHash: VIEW_HASH, tableSeed: () => VIEW_HASH, modules },
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
    throw new ViewRefused(errorMessage(cause), { cause })
  }
}
