import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'postgraphile/graphql'
import { argumentParts, MAX_ARGUMENT_PARTS } from '../argument-parts.ts'

/** Limits of one operation. A page of tokens queries each of them by an alias, hence so many root fields. */
export const MARKET_LIMITS = {
  /** Longest request body, bytes. */
  bodyBytes: 128 * 1024,
  tokens: 5_000,
  operations: 10,
  fragments: 50,
  rootFields: 100,
  depth: 8,
  /** Fields and fragments of all selections together, each as often as it is spread. */
  allFields: 2_500,
  /** Fields with a selection of their own: each is planned for some two milliseconds, in which the process does nothing else. */
  selections: 250,
  /** Number of selections that count as one operation against the client's limit. */
  selectionsCounted: 20,
  /** Number of argument parts that count as one operation, as their SQL is as long. */
  argumentPartsCounted: 1_000,
  /** How often the whole schema counts, and one type of it, which may be that of all fields: the process does nothing else while it lists them. */
  schemaCounted: 20,
  typeCounted: 5,
  /** Rows of one page. */
  pageRows: 100,
  /** Rows that all pages together may have, nested ones multiplied. */
  allRows: 5_000,
  /** Fields of all these rows: what one row selects counts as often as there may be rows. */
  allValues: 50_000,
  /** Texts of one answer, characters. */
  answerCharacters: 8_000_000,
  maxOffset: 10_000,
  /** Planning of an operation, and its execution. */
  milliseconds: 10_000,
  /** One statement of it. */
  statementMs: 5_000,
} as const

/** An operation asks for more than one may; the sentence says what to change. */
export class MarketLimitError extends Error {
  override readonly name = 'MarketLimitError'
}

interface Asked {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
  /** Names of the fields whose answer is a page. */
  readonly pagedFields: ReadonlySet<string>
}

/** Totals of the part of an operation that was read. */
interface Spent {
  fields: number
  selections: number
  rows: number
  values: number
  argumentParts: number
  /** Questions about the schema, by how often each counts. */
  schema: number
}

/**
 * Holds an operation, already valid by the schema, to the limits.
 * @returns how often it counts against the operations that a client may send.
 * @throws MarketLimitError
 */
export function checkMarketLimits(operation: OperationDefinitionNode, asked: Asked): number {
  const spent: Spent = { fields: 0, selections: 0, rows: 0, values: 0, argumentParts: 0, schema: 0 }
  const visit = (selections: SelectionSetNode, depth: number, multiple: number): void => {
    if (depth > MARKET_LIMITS.depth) throw new MarketLimitError(`Nest at most ${MARKET_LIMITS.depth} levels.`)
    let here = 0
    for (const field of fieldsOf(selections, asked.fragments, spent)) {
      here += 1
      if (depth === 1 && here > MARKET_LIMITS.rootFields)
        throw new MarketLimitError(`Ask for at most ${MARKET_LIMITS.rootFields} fields at the root.`)
      spent.values += multiple
      if (spent.values > MARKET_LIMITS.allValues)
        throw new MarketLimitError(`All rows together may have at most ${MARKET_LIMITS.allValues} fields.`)
      if (field.name.value === '__schema') spent.schema += MARKET_LIMITS.schemaCounted
      if (field.name.value === '__type') spent.schema += MARKET_LIMITS.typeCounted
      if (field.name.value.startsWith('__')) continue
      spendArguments(field, asked.variables, spent)
      const isPage = asked.pagedFields.has(field.name.value)
      const rows = isPage ? multiple * pageRows(field, asked.variables) : multiple
      if (isPage) spent.rows += rows
      if (spent.rows > MARKET_LIMITS.allRows)
        throw new MarketLimitError(`All pages together may have at most ${MARKET_LIMITS.allRows} rows.`)
      if (field.selectionSet === undefined) continue
      spent.selections += 1
      if (spent.selections > MARKET_LIMITS.selections)
        throw new MarketLimitError(`Ask for at most ${MARKET_LIMITS.selections} fields that have fields of their own.`)
      visit(field.selectionSet, depth + 1, rows)
    }
  }
  visit(operation.selectionSet, 1, 1)
  const { selectionsCounted, argumentPartsCounted } = MARKET_LIMITS
  return Math.max(
    1,
    spent.schema,
    Math.ceil(spent.selections / selectionsCounted),
    Math.ceil(spent.argumentParts / argumentPartsCounted),
  )
}

/** @throws MarketLimitError when the arguments of the operation have too many parts with those of the field. */
function spendArguments(field: FieldNode, variables: Asked['variables'], spent: Spent): void {
  for (const { value } of field.arguments ?? []) {
    spent.argumentParts += argumentParts(valueFromASTUntyped(value, variables), MAX_ARGUMENT_PARTS)
    if (spent.argumentParts > MAX_ARGUMENT_PARTS)
      throw new MarketLimitError('The arguments of all fields together are too large.')
  }
}

/**
 * The fields of a selection, fragments spread, one after the other. A fragment is read each time it is spread, as the
 * planner does it, and counts as a field: thirty that spread the next one twice would be a thousand million.
 * @throws MarketLimitError
 */
function* fieldsOf(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  spent: Spent,
): Generator<FieldNode> {
  for (const selection of selections) {
    spent.fields += 1
    if (spent.fields > MARKET_LIMITS.allFields)
      throw new MarketLimitError(`Ask for at most ${MARKET_LIMITS.allFields} fields.`)
    if (selection.kind === Kind.FIELD) yield selection
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* fieldsOf(selection.selectionSet, fragments, spent)
    else {
      const fragment = fragments.get(selection.name.value)
      if (fragment !== undefined) yield* fieldsOf(fragment.selectionSet, fragments, spent)
    }
  }
}

/**
 * Returns the rows that a page requests, directives aside: a page that is skipped is held to the limits too.
 * @throws MarketLimitError when its limit is missing, too large or negative. A negative one would subtract from the rows of others.
 */
function pageRows(field: FieldNode, variables: Asked['variables']): number {
  const argument = (name: string) => {
    const value = field.arguments?.find((one) => one.name.value === name)?.value
    const given = value === undefined ? null : numberOf(value, variables)
    if (given !== null && given < 0)
      throw new MarketLimitError(`The "${name}" of ${field.name.value} may not be negative.`)
    return given
  }
  const [first, last, offset] = [argument('first'), argument('last'), argument('offset') ?? 0]
  const rows = Math.max(first ?? 0, last ?? 0)
  if ((first === null && last === null) || rows > MARKET_LIMITS.pageRows) {
    throw new MarketLimitError(`Give ${field.name.value} a "first" of at most ${MARKET_LIMITS.pageRows}.`)
  }
  if (offset > MARKET_LIMITS.maxOffset) {
    throw new MarketLimitError(`An offset may be at most ${MARKET_LIMITS.maxOffset}; go on with "after".`)
  }
  return rows
}

function numberOf(value: ValueNode, variables: Asked['variables']): number | null {
  if (value.kind === Kind.INT) return Number(value.value)
  const given = value.kind === Kind.VARIABLE ? variables[value.name.value] : null
  return typeof given === 'number' ? given : null
}

/** Holds an answer to the limit of texts, before it is serialized. @throws MarketLimitError */
export function checkAnswerSize(answer: unknown): void {
  let characters = 0
  const open: unknown[] = [answer]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') characters += value.length
    else if (typeof value === 'object' && value !== null) open.push(...Object.values(value))
    if (characters > MARKET_LIMITS.answerCharacters)
      throw new MarketLimitError('The answer is too large. Ask for fewer rows or fields.')
  }
}
