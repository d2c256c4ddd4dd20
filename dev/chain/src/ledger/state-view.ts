import type { Address } from '@opal/domain/address'
import type { MoveOutput, MoveResource } from '../modules/move-module.ts'
import { authenticationKeyOf, sequenceNumberOf } from './accounts.ts'
import type { ViewResult } from './ledger.ts'
import type { ModuleRegistry } from './module-registry.ts'
import type { ReadableState } from './state.ts'
import { runView } from './view.ts'

/** What can be asked of a state, the newest or an earlier one. */
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

  /** The item under a key in BCS. Looks through the whole table. */
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
