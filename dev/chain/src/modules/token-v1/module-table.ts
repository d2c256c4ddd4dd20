import type { Address } from '@opal/domain/address'
import type { Json, JsonObject } from '@opal/domain/json'
import type { MoveContext } from '../move-module.ts'
import { tableHandle } from './token-data.ts'

/** Move types of a table's keys and values. */
export interface TableTypes {
  readonly keyType: string
  readonly valueType: string
}

/** A table that a module's resource keeps. */
export class ModuleTable {
  readonly #context: MoveContext
  readonly #handle: Address
  readonly #types: TableTypes

  /** @param resource that holds the table at a path. */
  constructor(context: MoveContext, resource: JsonObject, path: string, types: TableTypes) {
    this.#context = context
    this.#handle = tableHandle(resource, path)
    this.#types = types
  }

  get(key: Json): JsonObject | null {
    return this.#context.tableItem(this.#handle, this.#types.keyType, this.#types.valueType, key) as JsonObject | null
  }

  put(key: Json, value: Json): void {
    this.#context.putTableItem(this.#handle, this.#types.keyType, this.#types.valueType, key, value)
  }

  remove(key: Json): void {
    this.#context.removeTableItem(this.#handle, this.#types.keyType, this.#types.valueType, key)
  }
}
