/** Tables of Move's binary format, version 6. @source move-binary-format TableType */
const TABLE = { modules: 0x1, structs: 0x2, functions: 0x3, identifiers: 0x7, addresses: 0x8, metadata: 0x10 } as const
const HEADER_BYTES = 8

/** Reads bytes and ULEB128 numbers. */
class Cursor {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  take(length: number): readonly number[] {
    this.at += length
    return [...this.#bytes.subarray(this.at - length, this.at)]
  }

  index(): number {
    const [byte = 0] = this.take(1)
    return byte < 0x80 ? byte : byte - 0x80 + this.index() * 0x80
  }

  indices(count: number): readonly number[] {
    return Array.from({ length: count }, () => this.index())
  }
}

/**
 * Removes what the compiler leaves in a script and nothing in it refers to: the script's own name, numbered by its place
 * among all scripts, and the compiler's metadata. The code stays as it is.
 */
export function stripScript(bytecode: Uint8Array): Uint8Array {
  const cursor = new Cursor(bytecode)
  const header = cursor.take(HEADER_BYTES)
  const places = Array.from({ length: cursor.index() }, () => ({
    kind: cursor.index(),
    offset: cursor.index(),
    size: cursor.index(),
  }))
  const start = cursor.at
  const tables = new Map(
    places.map(({ kind, offset, size }) => [kind, bytecode.subarray(start + offset, start + offset + size)]),
  )
  const body = bytecode.subarray(start + places.reduce((sum, { size }) => sum + size, 0))

  const modules = items(tables, TABLE.modules, (table) => table.indices(2))
  const structs = items(tables, TABLE.structs, (table) => {
    const handle = table.indices(4)
    return [...handle, ...table.indices(2 * (handle[3] ?? 0))]
  })
  const functions = items(tables, TABLE.functions, (table) => {
    const handle = table.indices(5)
    return [...handle, ...table.indices(handle[4] ?? 0)]
  })
  const names = used(
    items(tables, TABLE.identifiers, (table) => table.take(table.index())),
    [...modules, ...structs, ...functions].map(([, name]) => name),
  )
  const addresses = used(
    items(tables, TABLE.addresses, (table) => table.take(32)),
    modules.map(([address]) => address),
  )
  const named = ([home = 0, name = 0, ...rest]: readonly number[]) => [home, names.moved(name), ...rest].flatMap(uleb)
  const rewritten = new Map<number, readonly number[]>([
    [TABLE.modules, modules.flatMap(([address = 0, name = 0]) => named([addresses.moved(address), name]))],
    [TABLE.structs, structs.flatMap(named)],
    [TABLE.functions, functions.flatMap(named)],
    [TABLE.identifiers, names.retained.flatMap((name) => [...uleb(name.length), ...name])],
    [TABLE.addresses, addresses.retained.flat()],
  ])
  const remaining = places
    .filter(({ kind }) => kind !== TABLE.metadata)
    .map(({ kind }) => ({ kind, bytes: rewritten.get(kind) ?? [...(tables.get(kind) ?? [])] }))
  let offset = 0
  const index = remaining.flatMap(({ kind, bytes }) => {
    const place = [kind, ...uleb(offset), ...uleb(bytes.length)]
    offset += bytes.length
    return place
  })
  return Uint8Array.from([...header, remaining.length, ...index, ...remaining.flatMap(({ bytes }) => bytes), ...body])
}

function items<Item>(
  tables: ReadonlyMap<number, Uint8Array>,
  kind: number,
  read: (table: Cursor) => Item,
): readonly Item[] {
  const table = new Cursor(tables.get(kind) ?? new Uint8Array())
  const found: Item[] = []
  while (!table.isAtEnd) found.push(read(table))
  return found
}

/** Returns the items that something refers to, and where each of them is now. */
function used<Item>(all: readonly Item[], references: readonly (number | undefined)[]) {
  const stays = all.map((_item, at) => references.includes(at))
  return {
    retained: all.filter((_item, at) => stays[at]),
    moved: (index: number) => stays.slice(0, index).filter(Boolean).length,
  }
}

function uleb(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...uleb(Math.floor(value / 0x80))]
}
