import { readTokenTraits } from '@opal/domain/tokens/token-traits'
import type { TraitRow } from '@opal/store/queries/traits/trait-rows'

/** One kind of trait: its values in order of first sight, and which of them each token has. */
export interface TraitColumn {
  readonly traitType: string
  readonly values: readonly string[]
  /** Position of a value in `values`. */
  readonly positions: ReadonlyMap<string, number>
  /** By token: position of its value plus one; 0 for none. */
  readonly first: Uint32Array
  /** Further values of the few tokens that have several of one kind, by token. */
  readonly more: ReadonlyMap<number, readonly number[]>
}

/** A collection's tokens as columns: what trait filters go through. Tokens are in the order of their ids. */
export interface TraitColumns {
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  /** Rarity rank; 0 for tokens without one. */
  readonly ranks: Uint32Array
  readonly columns: readonly TraitColumn[]
}

/** Kinds of traits beyond these are left out: a collection that has more is made to be a burden. */
const MAX_COLUMNS = 200

/** Builds columns row by row, so that no row that was read stays in memory. */
export class TraitColumnsBuilder {
  readonly #ids: string[] = []
  readonly #names: string[] = []
  readonly #indexOf = new Map<string, number>()
  readonly #ranks: number[] = []
  readonly #columns = new Map<string, Building>()
  #bytes = 0

  /** Bytes that the columns take in memory, roughly. */
  get bytes(): number {
    return COLLECTION_BYTES + this.#bytes + this.#columns.size * this.#ids.length * CELL_BYTES
  }

  get tokens(): number {
    return this.#ids.length
  }

  /** Adds a row, whose id comes after those before it. */
  add(row: TraitRow): void {
    const token = this.#ids.push(row.tokenDataId) - 1
    this.#indexOf.set(row.tokenDataId, token)
    this.#names.push(row.name)
    this.#ranks.push(row.rank ?? 0)
    this.#bytes += ROW_BYTES + row.name.length
    for (const { trait_type: traitType, value } of readTokenTraits(row.attributes, row.properties)) {
      const column = this.#columns.get(traitType) ?? this.#open(traitType)
      if (column !== null) this.#put(column, token, value)
    }
  }

  finish(): TraitColumns {
    const tokens = this.#ids.length
    return {
      ids: this.#ids,
      names: this.#names,
      indexOf: this.#indexOf,
      ranks: Uint32Array.from(this.#ranks),
      columns: [...this.#columns.values()].map((column) => ({ ...column, first: sized(column.first, tokens) })),
    }
  }

  #open(traitType: string): Building | null {
    if (this.#columns.size >= MAX_COLUMNS) return null
    const column = { traitType, values: [], positions: new Map(), first: new Uint32Array(64), more: new Map() }
    this.#columns.set(traitType, column)
    this.#bytes += COLUMN_BYTES + traitType.length
    return column
  }

  #put(column: Building, token: number, value: string): void {
    let position = column.positions.get(value)
    if (position === undefined) {
      position = column.values.length
      column.values.push(value)
      column.positions.set(value, position)
      this.#bytes += VALUE_BYTES + value.length
    }
    if (token >= column.first.length) column.first = sized(column.first, Math.max(token + 1, column.first.length * 2))
    if (column.first[token] === 0) column.first[token] = position + 1
    else if (column.first[token] !== position + 1) {
      const more = column.more.get(token) ?? []
      // Some metadata repeats a trait.
      if (more.includes(position)) return
      column.more.set(token, [...more, position])
      this.#bytes += more.length === 0 ? VALUE_BYTES : ENTRY_BYTES
    }
  }
}

/** Lists, maps and numbers of a collection, however small it is, and its places in the caches that have it. */
export const COLLECTION_BYTES = 1_500
/** A kind of traits, with its lists and maps. */
const COLUMN_BYTES = 800
/** An id, its place in the index by id, and a rank. */
export const ID_BYTES = 200
/** The same, with what the cached orders hold of a token: its place in each, and the token at that place. */
const ROW_BYTES = ID_BYTES + 80
/** A token's place in a column, whether or not it has a value of that kind, and its copy in the order of prices. */
const CELL_BYTES = 8
/** A string or a list, and its entry in a map. */
const VALUE_BYTES = 100
const ENTRY_BYTES = 8

interface Building extends TraitColumn {
  readonly values: string[]
  readonly positions: Map<string, number>
  /** With room for more tokens than it has. */
  first: Uint32Array
  readonly more: Map<number, number[]>
}

function sized(numbers: Uint32Array, length: number): Uint32Array {
  const copy = new Uint32Array(length)
  copy.set(numbers.subarray(0, length))
  return copy
}

/** Positions of a token's values of one kind. */
export function valuesOf(column: TraitColumn, token: number): readonly number[] {
  const first = column.first[token] ?? 0
  if (first === 0) return NONE
  const more = column.more.get(token)
  return more === undefined ? [first - 1] : [first - 1, ...more]
}
const NONE: readonly number[] = []
