import type { Address } from '@opal/domain/address'
import type { Json, JsonObject } from '@opal/domain/json'
import { addressAt } from '../../example-family/simulate/move-values.ts'
import type { MoveContext } from '../../move-module.ts'
import { type Package, refusal, type Stores } from './package.ts'

interface ItemTypes {
  readonly keyType: string
  readonly valueType: string
}

/** One of the tables that a store of the v1 modules keeps. */
export class StoreTable {
  readonly #context: MoveContext
  readonly #handle: Address
  readonly #types: ItemTypes

  private constructor(context: MoveContext, handle: Address, types: ItemTypes) {
    this.#context = context
    this.#handle = handle
    this.#types = types
  }

  /** @throws MoveAbort on a chain whose genesis did not have the store. */
  static open(context: MoveContext, own: Package, store: keyof Stores, field: string, types: ItemTypes): StoreTable {
    const resource = context.getResource(own.contracts.packageAddress, `${own.prefix}::${store}`)
    if (resource === null) {
      throw refusal(own, store.split('::')[0] as string, 9n, 'ENOT_INITIALIZED', 'The store was never made.')
    }
    return new StoreTable(context, addressAt(resource, `${field}.handle`), types)
  }

  get(key: Json): JsonObject | null {
    return this.#context.tableItem(this.#handle, this.#types.keyType, this.#types.valueType, key) as JsonObject | null
  }

  put(key: Json, value: JsonObject): void {
    this.#context.putTableItem(this.#handle, this.#types.keyType, this.#types.valueType, key, value)
  }

  remove(key: Json): void {
    this.#context.removeTableItem(this.#handle, this.#types.keyType, this.#types.valueType, key)
  }
}
