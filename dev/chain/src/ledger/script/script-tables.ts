import { type Address, parseAddress } from '@opal/domain/address'
import type { BytecodeCursor } from './bytecode-cursor.ts'
import { BytecodeCursor as Cursor } from './bytecode-cursor.ts'
import { malformed, unsupported } from './script-fault.ts'
import { readSignature, readToken, type Token } from './signature-token.ts'

/** The tables of a script, each list by index. */
export interface ScriptTables {
  readonly modules: readonly { readonly address: number; readonly name: number }[]
  readonly structs: readonly StructHandle[]
  readonly functions: readonly FunctionHandle[]
  readonly instantiations: readonly { readonly handle: number; readonly typeArguments: number }[]
  readonly signatures: readonly (readonly Token[])[]
  readonly constants: readonly { readonly type: Token; readonly data: Uint8Array }[]
  readonly identifiers: readonly string[]
  readonly addresses: readonly Address[]
}

export interface StructHandle {
  readonly module: number
  readonly name: number
  /** Bit set: copy 1, drop 2, store 4, key 8. */
  readonly abilities: number
  readonly typeParameters: number
}

export interface FunctionHandle {
  readonly module: number
  readonly name: number
  readonly parameters: number
  readonly returns: number
  readonly typeParameters: number
}

interface Table {
  readonly kind: number
  readonly offset: number
  readonly size: number
}

const MAX_INDEX = 65_535
const ALL_ABILITIES = 0xf
const IDENTIFIER = /^(?:[a-zA-Z][a-zA-Z0-9_]*|_[a-zA-Z0-9_]+)$/
/** Access specifiers, from version 7, are an option: none. */
const NONE = 1
/** Function attributes, from version 8: none of those that exist matter to a caller. */
const MAX_ATTRIBUTE = 2

/** @source move-binary-format TableType */
const KINDS = {
  modules: 0x1,
  structs: 0x2,
  functions: 0x3,
  instantiations: 0x4,
  signatures: 0x5,
  constants: 0x6,
  identifiers: 0x7,
  addresses: 0x8,
  metadata: 0x10,
} as const
const KNOWN: ReadonlySet<number> = new Set(Object.values(KINDS))

/** Headers and contents of a script's tables; moves the cursor behind them. @throws ScriptFault */
export function readTables(cursor: BytecodeCursor, version: number): ScriptTables {
  const headers = readHeaders(cursor)
  const contents = cursor.bytes(headers.reduce((sum, { size }) => sum + size, 0))
  const load = <Item>(kind: number, read: (table: BytecodeCursor) => Item): readonly Item[] => {
    const header = headers.find((table) => table.kind === kind)
    return header === undefined ? [] : readAll(contents.subarray(header.offset, header.offset + header.size), read)
  }
  return {
    modules: load(KINDS.modules, (table) => ({ address: table.index(MAX_INDEX), name: table.index(MAX_INDEX) })),
    structs: load(KINDS.structs, readStructHandle),
    functions: load(KINDS.functions, (table) => readFunctionHandle(table, version)),
    instantiations: load(KINDS.instantiations, (table) => ({
      handle: table.index(MAX_INDEX),
      typeArguments: table.index(MAX_INDEX),
    })),
    signatures: load(KINDS.signatures, readSignature),
    constants: load(KINDS.constants, (table) => ({
      type: readToken(table),
      data: table.bytes(table.index(MAX_INDEX)),
    })),
    identifiers: load(KINDS.identifiers, readIdentifier),
    addresses: load(KINDS.addresses, (table) => parseAddress(Buffer.from(table.bytes(32)).toString('hex'))),
  }
}

/** Tables follow each other without a gap, none twice. @source move-binary-format check_tables */
function readHeaders(cursor: BytecodeCursor): readonly Table[] {
  const headers = Array.from({ length: cursor.index(255) }, () => {
    const kind = cursor.byte()
    return { kind, offset: cursor.index(0xffff_ffff), size: cursor.index(0xffff_ffff) }
  })
  let end = 0
  for (const { kind, offset, size } of headers.toSorted((left, right) => left.offset - right.offset)) {
    if (!KNOWN.has(kind)) throw malformed(`a script has no table ${kind}`)
    if (offset !== end || size === 0) throw malformed('tables overlap or leave gaps')
    end += size
  }
  if (new Set(headers.map(({ kind }) => kind)).size !== headers.length) throw malformed('a table comes twice')
  return headers
}

function readAll<Item>(bytes: Uint8Array, read: (table: BytecodeCursor) => Item): readonly Item[] {
  const table = new Cursor(bytes)
  const items: Item[] = []
  while (!table.isAtEnd) items.push(read(table))
  return items
}

function readStructHandle(table: BytecodeCursor): StructHandle {
  const [module, name] = [table.index(MAX_INDEX), table.index(MAX_INDEX)]
  const abilities = table.index(ALL_ABILITIES)
  const typeParameters = table.index(255)
  for (let left = typeParameters; left > 0; left -= 1) {
    table.index(ALL_ABILITIES)
    table.index(1)
  }
  return { module, name, abilities, typeParameters }
}

function readFunctionHandle(table: BytecodeCursor, version: number): FunctionHandle {
  const [module, name] = [table.index(MAX_INDEX), table.index(MAX_INDEX)]
  const [parameters, returns] = [table.index(MAX_INDEX), table.index(MAX_INDEX)]
  const typeParameters = readAbilitySets(table)
  if (version >= 7) requireNoSpecifiers(table)
  if (version >= 8) for (let left = table.index(255); left > 0; left -= 1) readAttribute(table)
  return { module, name, parameters, returns, typeParameters }
}

/** @returns how many there are: what they demand, the called function's own declaration says. */
export function readAbilitySets(cursor: BytecodeCursor): number {
  const count = cursor.index(255)
  for (let left = count; left > 0; left -= 1) cursor.index(ALL_ABILITIES)
  return count
}

/** Passes over the access specifiers of a function. @throws where it has any */
export function requireNoSpecifiers(cursor: BytecodeCursor): void {
  const option = cursor.byte()
  if (option === NONE) return
  throw option === NONE + 1 ? unsupported('access specifiers') : malformed('no option')
}

function readAttribute(table: BytecodeCursor): void {
  const attribute = table.byte()
  if (attribute === 0 || attribute > MAX_ATTRIBUTE) throw malformed(`${attribute} is no function attribute`)
}

function readIdentifier(table: BytecodeCursor): string {
  const text = Buffer.from(table.bytes(table.index(255))).toString('latin1')
  if (!IDENTIFIER.test(text)) throw malformed('an identifier is none')
  return text
}
