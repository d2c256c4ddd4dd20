import { endpointUrl } from '@opal/contract/client'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { errorBody } from '@opal/contract/http/error-body'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { marketplaceId } from '@opal/contract/shapes/scalars'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { signedInAs } from '../testing/signed-in-as.ts'
import { createTestApi, TEST_OPERATOR_TOKEN, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

/** A node of a JSON schema, as far as this test follows it. */
interface Node {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly anyOf?: readonly Node[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
}
type Path = readonly (string | number)[]
/** A member that takes one of a fixed set of values, and where it is. */
interface Member {
  readonly path: Path
  readonly set: 'marketplaces' | 'words'
}

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node
const MARKETPLACE_PATTERN = schemaOf(marketplaceId).pattern

/** Every member of a schema, at any depth, that takes one of a fixed set of values. */
function closedMembers(node: Node, path: Path = []): readonly Member[] {
  const alternatives = node.anyOf ?? [node]
  const own = alternatives.some(({ pattern }) => pattern === MARKETPLACE_PATTERN)
    ? [{ path, set: 'marketplaces' as const }]
    : alternatives.some((one) => one.type === 'string' && one.enum !== undefined)
      ? [{ path, set: 'words' as const }]
      : []
  const below = alternatives.flatMap((one) => [
    ...Object.entries(one.properties ?? {}).flatMap(([name, member]) => closedMembers(member, [...path, name])),
    // A list of alternatives to the same member says nothing new.
    ...(one.items === undefined || own.length > 0 ? [] : closedMembers(one.items, [...path, 0])),
  ])
  return [...own, ...below]
}

/** The example with one member replaced; what is not there on the way is made. */
function withMember(example: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  const before = (example ?? (typeof name === 'number' ? [] : {})) as Record<string | number, unknown>
  const after = withMember(before[name], rest, value)
  return Array.isArray(before) ? [after, ...before.slice(1)] : { ...before, [name]: after }
}

const endpoints = CATALOGUE as unknown as readonly Endpoint[]
const cases = endpoints.flatMap((endpoint) =>
  (['query', 'body'] as const).flatMap((part) =>
    closedMembers(schemaOf(endpoint[part])).map((member) => ({
      endpoint,
      part,
      ...member,
      title: `${endpoint.id}: ${part} ${member.path.join('.')}`,
    })),
  ),
)

async function ask(endpoint: Endpoint, changes: { readonly query?: unknown; readonly body?: unknown }) {
  const { params, query, body } = { ...endpoint.example, ...changes }
  const access = endpoint.access
  const cookie = access === 'wallet' ? await signedInAs(api, EXAMPLE.signer) : undefined
  const answer = await api.server.inject({
    method: endpoint.method,
    url: endpointUrl('', endpoint, {
      ...(params && { params }),
      ...(query !== undefined && { query: query as never }),
    }),
    ...(body !== undefined && { payload: body as object }),
    headers: {
      ...(access === 'operator' && { authorization: `Bearer ${TEST_OPERATOR_TOKEN}` }),
      ...(cookie !== undefined && { cookie }),
    },
  })
  return { status: answer.statusCode, text: answer.body }
}

/** Returns whether a member names the marketplace of a traded item, rather than filtering items. */
const isOfTrade = ({ part, path }: { part: 'query' | 'body'; path: Path }) =>
  part === 'body' && path[0] !== 'filter' && path[0] !== 'exclude' && /^marketplace/.test(String(path.at(-1)))
const isKnown = (id: string) => MARKETPLACES.some((adapter) => adapter.id === id)
/** Ids of the right shape that no marketplace has, near misses among them. */
const unknownMarketplace = fc
  .oneof(
    fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/),
    fc.constantFrom('foo', 'constructor', 'none', ...MARKETPLACES.flatMap(({ id }) => [`${id}s`, id.slice(0, -1)])),
  )
  .filter((id) => !isKnown(id) && id !== 'all')
/** Words that no set of the contract has. */
const unknownWord = fc.constantFrom('nonsense', 'ALLE', 'toString', '', 'all,all', ' all', '0')

describe('a value that a fixed set does not have', () => {
  it('is asked for by calls of every kind', () => {
    const found = cases.filter(({ set }) => set === 'marketplaces').map(({ endpoint }) => endpoint.id)
    expect(found).toEqual(
      expect.arrayContaining([
        'list-activities',
        'list-collection-tokens',
        'list-user-tokens',
        'list-traits',
        'build-sweep',
      ]),
    )
  })

  // @feature api.closed-sets
  it.each(cases)('is refused with its member and a sentence: $title', async ({ endpoint, part, path, set }) => {
    await fc.assert(
      fc.asyncProperty(
        set === 'marketplaces' ? unknownMarketplace : unknownWord,
        fc.boolean(),
        async (value, inList) => {
          // A query's member may be given once or several times; in a body a list stays a list.
          const takesList =
            part === 'query' && endpoint[part].safeParse(withMember(endpoint.example[part], path, [value])).success
          const given = inList && takesList ? [value] : value
          const { status, text } = await ask(endpoint, { [part]: withMember(endpoint.example[part], path, given) })
          if (isOfTrade({ part, path })) {
            // A trade answers for each of its items.
            expect([status, text]).toEqual([
              200,
              expect.stringMatching(/"reason":\{"code":"[a-z-]+","sentence":"[^"]+/),
            ])
            return
          }
          expect(status, text).toBe(400)
          const { error } = errorBody.parse(JSON.parse(text))
          expect(error.code).toBe('invalid-request')
          expect(error.message).toMatch(/^The request is not valid: .+: .+/)
          expect(Object.keys(error.details).join()).toContain(String(path.at(-1) === 0 ? path.at(-2) : path.at(-1)))
        },
      ),
      { seed: 20261123, numRuns: 3 },
    )
  })

  // @feature api.closed-sets
  it.each(cases.filter(({ part, set }) => part === 'query' && set === 'marketplaces'))(
    'is none of the marketplaces that there are: $title',
    async ({ endpoint, path }) => {
      for (const { id } of MARKETPLACES) {
        const { status, text } = await ask(endpoint, { query: withMember(endpoint.example.query, path, id) })
        expect(status, text).toBe(200)
      }
    },
  )
})
