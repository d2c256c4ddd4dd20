import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { isJsonObject, type JsonObject } from '@opal/domain/json'
import { OBJECT_CORE, TOKEN } from './token-types.ts'

/** Resources that a transaction wrote, by object and type. Each is written once, in its final state. */
export class WrittenObjects {
  readonly #resources = new Map<Address, Map<string, JsonObject>>()

  constructor(transaction: ChainTransaction) {
    for (const change of transaction.changes) {
      if (change.kind !== 'write-resource' || !isJsonObject(change.data)) continue
      let resources = this.#resources.get(change.address)
      if (resources === undefined) {
        resources = new Map()
        this.#resources.set(change.address, resources)
      }
      resources.set(change.type, change.data)
    }
  }

  /** Returns a written resource; null when the transaction did not write it. */
  get(address: Address, type: string): JsonObject | null {
    return this.#resources.get(address)?.get(type) ?? null
  }

  /** Everything written with this type. */
  *all(type: string): Generator<readonly [Address, JsonObject]> {
    for (const [address, resources] of this.#resources) {
      const resource = resources.get(type)
      if (resource !== undefined) yield [address, resource]
    }
  }
}

/**
 * Returns whether a token that the transaction wrote has no object any more. Its creator may have kept a reference by which the object is
 * deleted, which leaves the token's own resources and emits no event. What is at one object is written together.
 * @source 0x1::object::delete
 */
export function isWithoutObject(objects: WrittenObjects, token: Address): boolean {
  return objects.get(token, TOKEN) !== null && objects.get(token, OBJECT_CORE) === null
}
