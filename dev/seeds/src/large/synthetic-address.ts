import { hash } from 'node:crypto'
import type { Address } from '@opal/domain/address'

/** Kinds of synthetic addresses and hashes, each with numbers of its own. */
export type AddressKind = 'collection' | 'token' | 'wallet' | 'order' | 'transaction'

/** Returns an address that is the same for the same seed, kind and number, and looks like any other. */
export function syntheticAddress(seed: string, kind: AddressKind, number: number): Address {
  return `0x${hash('sha256', `${seed}/${kind}/${number}`, 'hex')}` as Address
}

/** Addresses of a kind by number, each made once. */
export class AddressBook {
  readonly #seed: string
  readonly #kind: AddressKind
  readonly #made: Address[]

  constructor(seed: string, kind: AddressKind, count: number) {
    this.#seed = seed
    this.#kind = kind
    this.#made = new Array<Address>(count)
  }

  of(number: number): Address {
    const known = this.#made[number]
    if (known !== undefined) return known
    const made = syntheticAddress(this.#seed, this.#kind, number)
    this.#made[number] = made
    return made
  }
}
