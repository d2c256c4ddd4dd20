import { readTokenTraits } from '@opal/domain/token-traits'
import type { TraitRow } from '@opal/store/read/read-trait-rows'

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

/** Makes columns of rows that come in the order of their ids. */
export function buildTraitColumns(rows: readonly TraitRow[]): TraitColumns {
  const building = new Map<string, Building>()
  rows.forEach((row, token) => {
    for (const { trait_type: traitType, value } of readTokenTraits(row.attributes, row.properties)) {
      const column = building.get(traitType) ?? open(building, traitType, rows.length)
      if (column !== null) add(column, token, value)
    }
  })
  return {
    ids: rows.map((row) => row.tokenDataId),
    names: rows.map((row) => row.name),
    indexOf: new Map(rows.map((row, index) => [row.tokenDataId, index])),
    ranks: Uint32Array.from(rows, (row) => row.rank ?? 0),
    columns: [...building.values()],
  }
}

interface Building extends TraitColumn {
  readonly values: string[]
  readonly positions: Map<string, number>
  readonly more: Map<number, number[]>
}

function open(building: Map<string, Building>, traitType: string, tokens: number): Building | null {
  if (building.size >= MAX_COLUMNS) return null
  const column = { traitType, values: [], positions: new Map(), first: new Uint32Array(tokens), more: new Map() }
  building.set(traitType, column)
  return column
}

function add(column: Building, token: number, value: string): void {
  let position = column.positions.get(value)
  if (position === undefined) {
    position = column.values.length
    column.values.push(value)
    column.positions.set(value, position)
  }
  if (column.first[token] === 0) column.first[token] = position + 1
  else if (column.first[token] !== position + 1) {
    const more = column.more.get(token) ?? []
    // Some metadata says the same twice.
    if (!more.includes(position)) column.more.set(token, [...more, position])
  }
}

/** Positions of a token's values of one kind. */
export function valuesOf(column: TraitColumn, token: number): readonly number[] {
  const first = column.first[token] ?? 0
  if (first === 0) return NONE
  const more = column.more.get(token)
  return more === undefined ? [first - 1] : [first - 1, ...more]
}
const NONE: readonly number[] = []
