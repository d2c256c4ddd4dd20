import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainEvent } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import { type Json, jsonAt } from '@opal/domain/json'

const U64 = /^\d{1,20}$/

/** Reads fields of one event's data by path; a needed field that is missing or malformed names itself in the error. */
export class EventReader {
  readonly #marketplace: string
  readonly #event: ChainEvent

  constructor(marketplace: string, event: ChainEvent) {
    this.#marketplace = marketplace
    this.#event = event
  }

  /** @throws DecodeError when no path holds an address. */
  address(...paths: readonly [string, ...string[]]): Address {
    return this.#first(paths, (path) => this.optionalAddress(path))
  }

  /** @throws DecodeError when no path holds a u64. */
  u64(...paths: readonly [string, ...string[]]): bigint {
    return this.#first(paths, (path) => this.optionalU64(path))
  }

  /** @throws DecodeError when no path holds text; an empty string is text. */
  text(...paths: readonly [string, ...string[]]): string {
    return this.#first(paths, (path) => this.optionalText(path))
  }

  optionalAddress(path: string): Address | null {
    const value = this.#at(path)
    return typeof value === 'string' ? toAddressOrNull(value) : null
  }

  optionalU64(path: string): bigint | null {
    const value = this.#at(path)
    return typeof value === 'string' && U64.test(value) ? BigInt(value) : null
  }

  optionalText(path: string): string | null {
    const value = this.#at(path)
    return typeof value === 'string' ? value : null
  }

  #at(path: string): Json | undefined {
    return jsonAt(this.#event.data, path)
  }

  #first<Value>(paths: readonly [string, ...string[]], read: (path: string) => Value | null): Value {
    for (const path of paths) {
      const value = read(path)
      if (value !== null) return value
    }
    throw new DecodeError(this.#marketplace, this.#event.type, paths[0])
  }
}
