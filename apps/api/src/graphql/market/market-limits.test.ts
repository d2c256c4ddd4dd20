import fc from 'fast-check'
import { buildSchema, execute, getVariableValues, Kind, parse, specifiedRules, validate } from 'postgraphile/graphql'
import { expect, it } from 'vitest'
import { checkAnswerSize, checkMarketLimits, MARKET_LIMITS, MarketLimitError } from './market-limits.ts'

const schema = buildSchema(`
  type Query { rows(first: Int, last: Int, offset: Int, orderBy: [Int!]): Page query: Query }
  type Page { nodes: [Row!]! }
  type Row { id: Int rows(first: Int, last: Int, offset: Int): Page }
`)

/** Rows of each toy table: more than one operation may read. */
const TABLE_ROWS = 2 * MARKET_LIMITS.allRows

interface PageArguments {
  readonly first?: number | null
  readonly last?: number | null
}

/** Counts the rows that an execution reads; an argument that is not a size of a page reads the whole table. */
function rowsRead(query: string, variables: Readonly<Record<string, unknown>>): number {
  let read = 0
  const rows = ({ first, last }: PageArguments) => {
    const size = first ?? last ?? TABLE_ROWS
    const count = read > MARKET_LIMITS.allRows ? 0 : size < 0 ? TABLE_ROWS : size
    read += count
    return { nodes: Array.from({ length: count }, () => row) }
  }
  const row = { id: 1, rows }
  const root: object = { rows, query: () => root }
  const result = execute({ schema, document: parse(query), rootValue: root, variableValues: variables })
  expect('errors' in result ? result.errors : undefined).toBeUndefined()
  return read
}

/** Returns why an operation is refused, or null. */
function refusalOf(query: string, variables: Readonly<Record<string, unknown>>): string | null {
  const counted = countOf(query, variables)
  return typeof counted === 'string' ? counted : null
}

/** Returns how often an operation counts, or why it is refused. */
function countOf(query: string, variables: Readonly<Record<string, unknown>> = {}): number | string {
  const document = parse(query)
  expect(validate(schema, document, specifiedRules)).toEqual([])
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (operation === undefined) throw new TypeError('The document has no operation.')
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )
  try {
    return checkMarketLimits(operation, { fragments, variables: coerced ?? {}, pagedFields: new Set(['rows']) })
  } catch (error) {
    if (error instanceof MarketLimitError) return error.message
    throw error
  }
}

const anyInteger = fc.oneof(
  fc.integer({ min: 0, max: MARKET_LIMITS.pageRows }),
  fc.constantFrom(-1, -100, -1_000_000_000, 101, 2 ** 31 - 1, -(2 ** 31)),
  fc.integer(),
)
const smallPage = fc.integer({ min: 0, max: MARKET_LIMITS.pageRows })

/** An integer where GraphQL takes one: in the document, in a variable, or as a variable's default. */
type Given = { readonly by: 'literal' | 'variable' | 'default'; readonly value: number | null }

interface PageAsked {
  readonly sizes: readonly (readonly ['first' | 'last' | 'offset', Given])[]
  readonly directive: string
  /** Spread as a named fragment, an inline one, or the field itself. */
  readonly as: 'field' | 'inline' | 'fragment'
  readonly within: readonly PageAsked[]
}

const pagesBy = (integer: fc.Arbitrary<number>): fc.Arbitrary<readonly PageAsked[]> =>
  fc.letrec<{ pages: readonly PageAsked[]; page: PageAsked }>((tie) => {
    const given = fc.record({
      by: fc.constantFrom('literal' as const, 'variable' as const, 'default' as const),
      value: fc.option(integer, { freq: 12 }),
    })
    const size = fc.tuple(
      fc.constantFrom('first' as const, 'first' as const, 'last' as const, 'offset' as const),
      given,
    )
    return {
      page: fc.record({
        sizes: fc.uniqueArray(size, { minLength: 1, maxLength: 3, selector: ([name]) => name }),
        directive: fc.constantFrom(
          '',
          '',
          '@skip(if: $yes)',
          '@skip(if: $no)',
          '@include(if: $no)',
          '@include(if: true)',
        ),
        as: fc.constantFrom('field' as const, 'inline' as const, 'fragment' as const),
        within: fc.oneof({ maxDepth: 2 }, fc.constant([]), tie('pages')),
      }),
      pages: fc.array(tie('page'), { minLength: 1, maxLength: 4 }),
    }
  }).pages

/** Spells pages as a document with its variables. */
function documentOf(pages: readonly PageAsked[]) {
  const [declared, fragments]: [string[], string[]] = [['$yes: Boolean = true', '$no: Boolean = false'], []]
  const variables: Record<string, unknown> = {}
  const spelled = ({ by, value }: Given): string => {
    if (by === 'literal') return String(value)
    const name = `v${declared.length}`
    declared.push(by === 'default' ? `$${name}: Int = ${value}` : `$${name}: Int`)
    if (by === 'variable') variables[name] = value
    return `$${name}`
  }
  let aliases = 0
  const field = ({ sizes, directive, as, within }: PageAsked, type: 'Query' | 'Row'): string => {
    const args = sizes.map(([name, given]) => `${name}: ${spelled(given)}`).join(', ')
    aliases += 1
    const own = `a${aliases}: rows(${args})`
    const nodes = `{ nodes { id ${within.map((page) => field(page, 'Row')).join(' ')} } }`
    if (as === 'field') return `${own} ${directive} ${nodes}`
    if (as === 'inline') return `... on ${type} ${directive} { ${own} ${nodes} }`
    const name = `f${fragments.length}`
    const place = fragments.push('') - 1
    fragments[place] = `fragment ${name} on ${type} { ${own} ${nodes} }`
    return `...${name} ${directive}`
  }
  const body = pages.map((page) => field(page, 'Query')).join(' ')
  return {
    query: `query (${declared.join(', ')}) { used: query @skip(if: $yes) { query @skip(if: $no) { __typename } } ${body} } ${fragments.join(' ')}`,
    variables,
  }
}

const isNegative = (page: PageAsked): boolean =>
  page.sizes.some(([, { value }]) => value !== null && value < 0) || page.within.some(isNegative)

it.each([
  ['any integers', anyInteger],
  ['sizes of a page', smallPage],
])('answers no operation that reads more rows than the bound, with %s', (_, integer) => {
  fc.assert(
    fc.property(pagesBy(integer), (pages) => {
      const { query, variables } = documentOf(pages)
      if (refusalOf(query, variables) !== null) return
      expect(pages.some(isNegative)).toBe(false)
      expect(rowsRead(query, variables)).toBeLessThanOrEqual(MARKET_LIMITS.allRows)
    }),
    { numRuns: 1_000 },
  )
})

it('counts pages of one row as often as they are read', () => {
  const ones = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: rows(first: 1) { nodes { id } }`)
  const within = (count: number) => `{ rows(first: 100) { nodes { ${ones(count).join(' ')} } } }`
  expect(refusalOf(within(49), {})).toBeNull()
  expect(refusalOf(within(50), {})).toMatch(/5000 rows/)
})

it('counts an operation by its selections, which cost the planning, and refuses too many', () => {
  const { selections, selectionsCounted } = MARKET_LIMITS
  const roots = (count: number, body: string) =>
    Array.from({ length: count }, (_, at) => `r${at}: rows(first: 1) { nodes { ${body} } }`).join(' ')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 3 }), (count, within) => {
      const inner = within === 0 ? 'id' : `...f`
      const fragment = within === 0 ? '' : `fragment f on Row { ${roots(within, 'id')} }`
      const total = 2 * count * (1 + within)
      const counted = countOf(`{ ${roots(count, inner)} } ${fragment}`)
      if (total > selections) expect(counted).toMatch(/at most 250 fields that have fields/)
      else expect(counted).toBe(Math.ceil(total / selectionsCounted))
    }),
  )
  expect(countOf('{ __typename }')).toBe(1)
})

it('counts an operation that asks for the whole schema as many, by whatever way', () => {
  const asked = [
    '{ __schema { types { name } } }',
    '{ rows(first: 1) { nodes { id } } ... { __schema { types { name } } } }',
    '{ ...S } fragment S on Query { __schema { types { name } } }',
  ]
  for (const query of asked) expect(countOf(query), query).toBe(MARKET_LIMITS.schemaCounted)
  const types = (count: number) => Array.from({ length: count }, (_, at) => `t${at}: __type(name: "Row") { name }`)
  for (const count of [1, 40])
    expect(countOf(`{ ${types(count).join(' ')} }`), String(count)).toBe(count * MARKET_LIMITS.typeCounted)
})

it('counts an operation by the parts of its arguments, in however many fields', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 1_000 }), (roots, length) => {
      const asked = Array.from({ length: roots }, (_, at) => `r${at}: rows(first: 1, orderBy: $o) { nodes { id } }`)
      const counted = countOf(`query ($o: [Int!]) { ${asked.join(' ')} }`, { o: Array.from({ length }, () => 1) })
      expect(counted).toBe(Math.max(1, Math.ceil((roots * (length + 2)) / MARKET_LIMITS.argumentPartsCounted)))
    }),
  )
})

it('counts fields as often as there may be rows that have them, by whatever way', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: id`).join(' ')
  const page = (rows: number, body: string) => `rows(first: ${rows}) { nodes { ${body} } }`
  const fragment = `fragment ids on Row { ${ids(40)} }`
  const refusal = (body: string) => refusalOf(`{ ${body} } ${body.includes('...ids') ? fragment : ''}`, {})
  expect(refusal(page(100, page(40, '...ids')))).toMatch(/50000 fields/)
  expect(refusal(page(40, page(100, ids(40))))).toMatch(/50000 fields/)
  expect(refusal(Array.from({ length: 50 }, (_, at) => `p${at}: ${page(40, '...ids')}`).join(' '))).toMatch(
    /50000 fields/,
  )
  expect(refusal(page(100, page(40, ids(8))))).toBeNull()
  expect(refusal(page(100, '...ids'))).toBeNull()
})

it('refuses an answer by the length of its texts, however they are nested', () => {
  const nested = (text: string, isList: readonly boolean[]) =>
    isList.reduce<unknown>((inner, list) => (list ? [1, inner] : { a: null, b: inner }), text)
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.boolean(), { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (ways, isOver) => {
        const share = Math.floor(MARKET_LIMITS.answerCharacters / ways.length)
        const rest = MARKET_LIMITS.answerCharacters - share * ways.length + Number(isOver)
        const texts = ways.map((way, at) => nested('x'.repeat(at === 0 ? share + rest : share), way))
        if (isOver) expect(() => checkAnswerSize({ texts })).toThrow(MarketLimitError)
        else expect(() => checkAnswerSize({ texts })).not.toThrow()
      },
    ),
  )
  expect(() => checkAnswerSize(undefined)).not.toThrow()
})
