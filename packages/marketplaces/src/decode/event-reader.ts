import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import { type Json, jsonAt } from '@opal/domain/json'
import type { MarketEventCollection, MarketEventToken } from '@opal/domain/market-event'
import { memoize } from '@opal/domain/memoize'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'

/** Resource that every object has. @source 0x1::object::ObjectCore */
export const OBJECT_CORE = '0x1::object::ObjectCore'

/** Returns a resource as a transaction wrote it; undefined when it did not. */
export function writtenResource(transaction: ChainTransaction, address: Address, type: string): Json | undefined {
  return writtenResources(transaction).get(resourceKey(address, type))
}

/** Returns the resources of a transaction by key. Memoized: thousands of events may look up one each, among thousands. */
const writtenResources = memoize(({ changes }: ChainTransaction): ReadonlyMap<string, Json> => {
  const written = changes.flatMap((change): readonly (readonly [string, Json])[] =>
    change.kind === 'write-resource' ? [[resourceKey(change.address, change.type), change.data]] : [],
  )
  return new Map(written)
})

function resourceKey(address: Address, type: string): string {
  return `${address} ${type}`
}

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

/** A token and its collection, as an event names them. */
export interface DecodedToken {
  readonly token: MarketEventToken
  readonly collection: MarketEventCollection
}

/**
 * Returns a `0x3::token::TokenId` in an event's data.
 * @param path where it lies; the first one that is there, for marketplaces that have spelled it in two ways.
 * @throws DecodeError when a part of it is missing.
 */
export function decodeTokenId(reader: EventReader, path: string, otherwise = path): DecodedToken {
  const creatorAddress = reader.address(`${path}.token_data_id.creator`, `${otherwise}.token_data_id.creator`)
  const collectionName = reader.text(`${path}.token_data_id.collection`, `${otherwise}.token_data_id.collection`)
  const tokenName = reader.text(`${path}.token_data_id.name`, `${otherwise}.token_data_id.name`)
  const propertyVersion = reader.u64(`${path}.property_version`, `${otherwise}.property_version`)
  const tokenDataId = tokenDataIdV1(creatorAddress, collectionName, tokenName)
  return {
    token: { standard: 'v1', tokenDataId, tokenName, propertyVersion },
    collection: decodeNamedCollection(creatorAddress, collectionName),
  }
}

/** Returns a v1 collection by its names. */
export function decodeNamedCollection(
  creatorAddress: Parameters<typeof collectionIdV1>[0],
  collectionName: string,
): MarketEventCollection {
  return { collectionId: collectionIdV1(creatorAddress, collectionName), creatorAddress, collectionName }
}
