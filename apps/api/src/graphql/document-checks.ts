import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql'

/** Limits of a document, checked before validation, which costs more than these counts. */
export interface DocumentLimits {
  readonly operations: number
  readonly fragments: number
  readonly depth: number
  /** Fields of all selections together, a fragment counted once for each selection that spreads it. */
  readonly allFields: number
}

/**
 * Fields of one answer name, within one selection or within selections that are merged, that may meet. Validation compares
 * each with each others, level by level; clients write a field once, or twice by a fragment.
 */
const MAX_PAIRS = 1_000

/** Levels below `__schema` and `__type`: tools unwrap a type's list and non-null marks by as many as nine. */
const INTROSPECTION_LEVELS = 16

/**
 * Returns why a parsed document is refused before it is validated, as a sentence; null when it is not. The counts need no
 * schema and take time in proportion to the document, whereas validating it takes the square of that.
 */
export function documentFault({ definitions }: DocumentNode, limits: DocumentLimits): string | null {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  if (operations.length > limits.operations) return `Send at most ${limits.operations} operations.`
  if (fragments.length > limits.fragments) return `Use at most ${limits.fragments} fragments.`
  const counter = new FieldCounter(limits, fragments)
  for (const { selectionSet } of operations) {
    const fault = counter.visit([selectionSet], limits.depth, 'root')
    if (fault !== null) return fault
  }
  // The depth of fragments that operations spread was checked with the operations.
  for (const { selectionSet } of fragments) {
    const fault = counter.visit([selectionSet], INTROSPECTION_LEVELS)
    if (fault !== null) return fault
  }
  return null
}

/** Place of a selection: the root, below `__schema` or `__type`, there in a list of a type, or anywhere else. */
type Place = 'root' | 'schema' | 'list-of-type' | 'data'

/** Lists of a type. Each leads to types again: two within each other list all types for each field of each type. */
const LISTS_OF_TYPE: ReadonlySet<string> = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes'])

function placeWithin(place: Place, [field]: readonly FieldNode[]): Place {
  const name = field?.name.value ?? ''
  if (place === 'root') return name.startsWith('__') ? 'schema' : 'data'
  return place === 'schema' && LISTS_OF_TYPE.has(name) ? 'list-of-type' : place
}

/** Returns whether fields that lead through the schema are asked for twice: by other names, or within a list of their own kind. */
function isSchemaRepeated(fields: readonly FieldNode[], place: Place): boolean {
  const names = fields.filter(({ name }) => place !== 'root' || name.value === '__schema')
  if (place === 'list-of-type' && names.some(({ name }) => LISTS_OF_TYPE.has(name.value))) return true
  return names.some(({ alias, name }) => alias !== undefined && alias.value !== name.value)
}

/** Counts fields as validation meets them: selections of one answer name are read as one. */
class FieldCounter {
  readonly #limits: DocumentLimits
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  #fields = 0
  #pairs = 0

  constructor(limits: DocumentLimits, fragments: readonly FragmentDefinitionNode[]) {
    this.#limits = limits
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]))
  }

  /**
   * @param selections whose fields stand side by side in the answer.
   * @param levels that may follow, this one included.
   */
  visit(selections: readonly SelectionSetNode[], levels: number, place: Place = 'data'): string | null {
    if (levels === 0) return `Nest at most ${this.#limits.depth} levels.`
    const byName = new Map<string, FieldNode[]>()
    const spread = new Set<string>()
    for (const selection of selections) {
      const fault = this.#collect(selection, byName, spread)
      if (fault !== null) return fault
    }
    if (place !== 'data' && isSchemaRepeated([...byName.values()].flat(), place))
      return 'Ask for __schema and __type once, without aliases.'
    for (const fields of byName.values()) {
      this.#pairs += (fields.length * (fields.length - 1)) / 2
      if (this.#pairs > MAX_PAIRS) return 'Ask for each field once, or use an alias.'
      const below = fields.flatMap(({ selectionSet }) => selectionSet ?? [])
      if (below.length === 0) continue
      const within = placeWithin(place, fields)
      const isAboutSchema = place === 'root' && within !== 'data'
      const fault = this.visit(below, isAboutSchema ? INTROSPECTION_LEVELS : levels - 1, within)
      if (fault !== null) return fault
    }
    return null
  }

  /** @param spread names of the fragments that were read already: each adds its fields once. */
  #collect(set: SelectionSetNode, byName: Map<string, FieldNode[]>, spread: Set<string>): string | null {
    for (const node of set.selections) {
      this.#fields += 1
      if (this.#fields > this.#limits.allFields) return `Ask for at most ${this.#limits.allFields} fields.`
      let fault: string | null = null
      if (node.kind === Kind.FIELD) {
        const name = node.alias?.value ?? node.name.value
        const known = byName.get(name)
        if (known === undefined) byName.set(name, [node])
        else known.push(node)
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        fault = this.#collect(node.selectionSet, byName, spread)
      } else if (!spread.has(node.name.value)) {
        spread.add(node.name.value)
        const fragment = this.#fragments.get(node.name.value)
        if (fragment !== undefined) fault = this.#collect(fragment.selectionSet, byName, spread)
      }
      if (fault !== null) return fault
    }
    return null
  }
}

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/** Nesting of brackets; useful queries stay far below. */
const MAX_NESTING = 100

/**
 * Returns whether a document nests so deeply that it would exhaust the stack of the recursive parser.
 * Returns false for invalid GraphQL, whose error the parser reports.
 */
export function isTooDeep(query: string): boolean {
  const lexer = new Lexer(new Source(query))
  let depth = 0
  try {
    while (lexer.advance().kind !== TokenKind.EOF) {
      if (OPENING.has(lexer.token.kind)) depth += 1
      else if (CLOSING.has(lexer.token.kind)) depth -= 1
      if (depth > MAX_NESTING) return true
    }
  } catch {
    // The parser stops at the same character.
  }
  return false
}
