import { Serializer } from '@aptos-labs/ts-sdk'
import { type Address, toShortAddress } from '@opal/domain/address'
import { bytes32 } from '../crypto/sha3.ts'
import { type MoveStructType, type MoveType, printMoveType } from '../encoding/move-type.ts'
import { ABILITY, type DeclaredStruct } from './struct-abilities.ts'

const PRIMITIVE_CODES = {
  bool: 1,
  u8: 2,
  u64: 3,
  u128: 4,
  address: 5,
  signer: 12,
  u16: 13,
  u32: 14,
  u256: 15,
} as const

/** A table that holds each item once. Items are known by a text. */
class Pool {
  readonly #indices = new Map<string, number>()
  readonly #items: Uint8Array[] = []

  /** @param write makes the item's bytes; it may add to other pools. */
  indexOf(key: string, write: () => Uint8Array): number {
    const known = this.#indices.get(key)
    if (known !== undefined) return known
    const bytes = write()
    const index = this.#items.push(bytes) - 1
    this.#indices.set(key, index)
    return index
  }

  toBytes(): Uint8Array {
    return Buffer.concat(this.#items)
  }
}

/** The tables that a module's bytecode refers to, filled as they are asked for. @source move-binary-format, version 6 */
export class BytecodePools {
  readonly #modules = new Pool()
  readonly #structs = new Pool()
  readonly #functions = new Pool()
  readonly #signatures = new Pool()
  readonly #identifiers = new Pool()
  readonly #addresses = new Pool()
  readonly #declared: (type: Omit<MoveStructType, 'kind' | 'typeArguments'>) => DeclaredStruct | null

  constructor(declared: (type: Omit<MoveStructType, 'kind' | 'typeArguments'>) => DeclaredStruct | null) {
    this.#declared = declared
  }

  module(address: Address, name: string): number {
    return this.#modules.indexOf(`${toShortAddress(address)}::${name}`, () =>
      indices(
        this.#addresses.indexOf(address, () => bytes32(address)),
        this.#identifier(name),
      ),
    )
  }

  struct(type: Omit<MoveStructType, 'kind' | 'typeArguments'>, typeParameters: number): number {
    const { address, module, name } = type
    return this.#structs.indexOf(`${toShortAddress(address)}::${module}::${name}`, () => {
      const { abilities, isPhantom } = this.#declared(type) ?? { abilities: 0, isPhantom: false }
      const parameters = Array.from({ length: typeParameters }, () => [0, isPhantom ? 1 : 0]).flat()
      return indices(this.module(address, module), this.#identifier(name), abilities, typeParameters, ...parameters)
    })
  }

  function(
    home: number,
    name: string,
    parameters: readonly MoveType[],
    returns: readonly MoveType[],
    typeParameters: readonly (readonly string[])[],
  ): number {
    return this.#functions.indexOf(name, () => {
      const sets = typeParameters.map((constraints) =>
        constraints.reduce((bits, ability) => bits | ABILITY[ability as keyof typeof ABILITY], 0),
      )
      const [taken, given] = [this.#signature(parameters), this.#signature(returns)]
      return indices(home, this.#identifier(name), taken, given, sets.length, ...sets)
    })
  }

  /** Kind and bytes of each table. */
  tables(): readonly (readonly [kind: number, bytes: Uint8Array])[] {
    return [
      [0x1, this.#modules.toBytes()],
      [0x2, this.#structs.toBytes()],
      [0x3, this.#functions.toBytes()],
      [0x5, this.#signatures.toBytes()],
      [0x7, this.#identifiers.toBytes()],
      [0x8, this.#addresses.toBytes()],
    ]
  }

  #identifier(text: string): number {
    return this.#identifiers.indexOf(text, () => Buffer.concat([indices(text.length), Buffer.from(text, 'latin1')]))
  }

  #signature(types: readonly MoveType[]): number {
    return this.#signatures.indexOf(types.map(printMoveType).join(), () =>
      Buffer.concat([indices(types.length), ...types.map((type) => this.#token(type))]),
    )
  }

  #token(type: MoveType): Uint8Array {
    switch (type.kind) {
      case 'primitive':
        return Uint8Array.of(PRIMITIVE_CODES[type.name])
      case 'reference':
        return Buffer.concat([Uint8Array.of(type.isMutable ? 7 : 6), this.#token(type.to)])
      case 'vector':
        return Buffer.concat([Uint8Array.of(10), this.#token(type.of)])
      case 'parameter':
        return indices(9, type.index)
      case 'struct': {
        const handle = this.struct(type, type.typeArguments.length)
        if (type.typeArguments.length === 0) return indices(8, handle)
        const filled = type.typeArguments.map((inner) => this.#token(inner))
        return Buffer.concat([indices(11, handle, filled.length), ...filled])
      }
    }
  }
}

/** Numbers as ULEB128. */
export function indices(...numbers: readonly number[]): Uint8Array {
  const writer = new Serializer()
  for (const number of numbers) writer.serializeU32AsUleb128(number)
  return writer.toUint8Array()
}
