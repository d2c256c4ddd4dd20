import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { cached } from '../cached.ts'

/** A Move type, parsed. `parameter` is `T0`, `T1` … of a generic function. */
export type MoveType =
  | { readonly kind: 'primitive'; readonly name: Primitive }
  | { readonly kind: 'vector'; readonly of: MoveType }
  | { readonly kind: 'reference'; readonly isMutable: boolean; readonly to: MoveType }
  | { readonly kind: 'parameter'; readonly index: number }
  | MoveStructType

export interface MoveStructType {
  readonly kind: 'struct'
  readonly address: Address
  readonly module: string
  readonly name: string
  readonly typeArguments: readonly MoveType[]
}

export type Primitive = 'bool' | 'u8' | 'u16' | 'u32' | 'u64' | 'u128' | 'u256' | 'address' | 'signer'

const PRIMITIVES: ReadonlySet<string> = new Set<Primitive>([
  'bool',
  'u8',
  'u16',
  'u32',
  'u64',
  'u128',
  'u256',
  'address',
  'signer',
])
const TOKEN = /\s*(::|[<>,&]|mut\b|0x[0-9a-fA-F]{1,64}|[A-Za-z_][A-Za-z0-9_]*)/y
const MAX_DEPTH = 8

/**
 * Parses a type string such as `vector<0x1::object::Object<T0>>`, addresses in any spelling.
 * @throws TypeError when the text is no Move type or nests deeper than 8.
 */
export const parseMoveType = cached((text: string): MoveType => {
  const tokens = tokenize(text)
  const type = readType(tokens, 0)
  if (tokens.length > 0) throw new TypeError(`"${text}" is not a Move type`)
  return type
})

function tokenize(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text)
    if (match === null) throw new TypeError(`"${text.slice(0, 200)}" is not a Move type`)
    tokens.push(match[1] as string)
  }
  return tokens.reverse()
}

/** Tokens are reversed, so that `pop` takes the next one. */
function readType(tokens: string[], depth: number): MoveType {
  if (depth > MAX_DEPTH) throw new TypeError(`a Move type may nest ${MAX_DEPTH} deep`)
  const token = tokens.pop()
  if (token === undefined) throw new TypeError('a Move type ends too early')
  if (token === '&') {
    const isMutable = tokens.at(-1) === 'mut'
    if (isMutable) tokens.pop()
    return { kind: 'reference', isMutable, to: readType(tokens, depth + 1) }
  }
  if (token === 'vector') {
    const [of] = readTypeArguments(tokens, depth)
    if (of === undefined) throw new TypeError('vector needs a type argument')
    return { kind: 'vector', of }
  }
  if (PRIMITIVES.has(token)) return { kind: 'primitive', name: token as Primitive }
  if (/^T\d{1,2}$/.test(token)) return { kind: 'parameter', index: Number(token.slice(1)) }
  return readStruct(token, tokens, depth)
}

function readStruct(address: string, tokens: string[], depth: number): MoveStructType {
  if (!address.startsWith('0x')) throw new TypeError(`"${address}" is not a Move type`)
  expect(tokens, '::')
  const module = tokens.pop() ?? ''
  expect(tokens, '::')
  const name = tokens.pop() ?? ''
  if (!/^\w+$/.test(module) || !/^\w+$/.test(name)) throw new TypeError('a struct type needs a module and a name')
  const typeArguments = tokens.at(-1) === '<' ? readTypeArguments(tokens, depth) : []
  return { kind: 'struct', address: parseAddress(address), module, name, typeArguments }
}

function readTypeArguments(tokens: string[], depth: number): MoveType[] {
  expect(tokens, '<')
  const list = [readType(tokens, depth + 1)]
  while (tokens.at(-1) === ',') {
    tokens.pop()
    list.push(readType(tokens, depth + 1))
  }
  expect(tokens, '>')
  return list
}

function expect(tokens: string[], wanted: string): void {
  if (tokens.pop() !== wanted) throw new TypeError(`a Move type lacks "${wanted}"`)
}

/** Returns the node's spelling: short addresses, `, ` between type arguments. */
export function printMoveType(type: MoveType): string {
  switch (type.kind) {
    case 'primitive':
      return type.name
    case 'vector':
      return `vector<${printMoveType(type.of)}>`
    case 'reference':
      return `&${type.isMutable ? 'mut ' : ''}${printMoveType(type.to)}`
    case 'parameter':
      return `T${type.index}`
    case 'struct':
      return `${toShortAddress(type.address)}::${type.module}::${type.name}${printTypeArguments(type.typeArguments)}`
  }
}

function printTypeArguments(list: readonly MoveType[]): string {
  return list.length === 0 ? '' : `<${list.map(printMoveType).join(', ')}>`
}

/** Brings a type string to the node's spelling. */
export function canonicalMoveType(text: string): string {
  return printMoveType(parseMoveType(text))
}

/** Replaces `T0`, `T1` … by the given types. */
export function substituteType(type: MoveType, typeArguments: readonly MoveType[]): MoveType {
  switch (type.kind) {
    case 'primitive':
      return type
    case 'parameter': {
      const found = typeArguments[type.index]
      if (found === undefined) throw new TypeError(`type argument ${type.index} is missing`)
      return found
    }
    case 'vector':
      return { kind: 'vector', of: substituteType(type.of, typeArguments) }
    case 'reference':
      return { ...type, to: substituteType(type.to, typeArguments) }
    case 'struct':
      if (type.typeArguments.length === 0) return type
      return { ...type, typeArguments: type.typeArguments.map((inner) => substituteType(inner, typeArguments)) }
  }
}

/** Returns whether a type is `0x1::<module>::<name>`. */
export function isFrameworkStruct(type: MoveType, module: string, name: string): boolean {
  return (
    type.kind === 'struct' && type.module === module && type.name === name && toShortAddress(type.address) === '0x1'
  )
}

/** Returns the `T` of an `0x1::option::Option<T>`; null for any other type. */
export function optionItem(type: MoveType): MoveType | null {
  if (type.kind !== 'struct' || !isFrameworkStruct(type, 'option', 'Option')) return null
  return type.typeArguments[0] ?? null
}
