import type { Endpoint } from '@opal/contract/http/endpoint'
import fc from 'fast-check'
import * as z from 'zod'

/** The members of JSON Schema that the contract's inputs use. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** A request's parts with one value in place of another, and where. */
export interface Mistyped {
  readonly endpoint: Endpoint
  readonly part: 'params' | 'query' | 'body'
  readonly path: readonly (string | number)[]
  readonly value: unknown
  readonly parts: { readonly params: object; readonly query: object; readonly body: unknown }
}

/** Spellings of numbers that are turned into one by `Number()`, but are no decimal digits. */
const NUMBER_LIKE = ['0x10', '1e1', ' 1', '1 ', '+1', '1.0', '.1', '0b1', '0o7', '１', '1_0', 'NaN', 'Infinity', '1,2']

/** Values by the part of a request that may carry them: JSON of any kind, or texts. An empty one in a query is left out. */
const VALUES = {
  body: [true, false, null, [], {}, [3], [[2]], 1.5, -1, 2 ** 53, 1e21, '', ...NUMBER_LIKE],
  query: [...NUMBER_LIKE, 'true', '[3]', '{}'],
  params: [...NUMBER_LIKE, '%00', '{}'],
} as const satisfies Readonly<Record<Mistyped['part'], readonly unknown[]>>

/**
 * The example of any call with any one of its values, at any depth, replaced by JSON that its schema does not describe. What
 * queries and paths carry is text: there the value is a text that is no number where a number is described.
 */
export function mistypedRequest(endpoints: readonly Endpoint[]): fc.Arbitrary<Mistyped> {
  const places = endpoints.flatMap((endpoint) => [
    ...placesOf(endpoint, 'body'),
    ...placesOf(endpoint, 'query'),
    ...placesOf(endpoint, 'params'),
  ])
  return fc.constantFrom(...places).chain(({ endpoint, part, path, schema }) =>
    valuesBeside(schema, part).map((value) => {
      const { params = {}, query = {}, body } = endpoint.example
      const parts = { params, query, body } as Mistyped['parts']
      return { endpoint, part, path, value, parts: { ...parts, [part]: replaced(parts[part], path, value) } }
    }),
  )
}

/** Values of the part that the schema does not describe. */
function valuesBeside(schema: Schema, part: Mistyped['part']): fc.Arbitrary<unknown> {
  const known = fc.constantFrom<unknown>(...VALUES[part].filter((value) => !describes(schema, value)))
  if (part !== 'body') return known
  return fc.oneof(
    known,
    fc.jsonValue({ maxDepth: 2 }).filter((value) => !describes(schema, value)),
  )
}

interface Place {
  readonly endpoint: Endpoint
  readonly part: Mistyped['part']
  readonly path: readonly (string | number)[]
  readonly schema: Schema
}

function placesOf(endpoint: Endpoint, part: Mistyped['part']): readonly Place[] {
  if (part === 'body' && endpoint.example.body === undefined) return []
  const schema = z.toJSONSchema(endpoint[part], { io: 'input', unrepresentable: 'any' }) as Schema
  const paths = leaves(schema, (endpoint.example as Partial<Record<string, unknown>>)[part] ?? {}, [])
  // A leaf that accepts any JSON, or any string where all values are strings, cannot be mistyped.
  const whole = part === 'body' ? [{ path: [], schema }] : []
  const typed = [...whole, ...paths].filter((leaf) => VALUES[part].some((value) => !describes(leaf.schema, value)))
  return typed.map((leaf) => ({ endpoint, part, ...leaf }))
}

/** Every described member, in the example or not, with the schema that describes it; of a list the first item. */
function leaves(
  schema: Schema,
  example: unknown,
  path: readonly (string | number)[],
): readonly Pick<Place, 'path' | 'schema'>[] {
  const here = path.length === 0 ? [] : [{ path, schema }]
  const { properties, items } = schema
  if (properties !== undefined) {
    const members = Object.entries(properties).flatMap(([name, member]) =>
      leaves(member, (example as Readonly<Record<string, unknown>> | undefined)?.[name], [...path, name]),
    )
    return [...here, ...members]
  }
  if (items === undefined || !Array.isArray(example)) return here
  return [...here, ...leaves(items, example[0], [...path, 0])]
}

/** Returns whether a value has the schema's type and is among its choices. Ignores bounds and patterns. */
function describes(schema: Schema, value: unknown): boolean {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.some((choice) => describes(choice, value))
  if (schema.enum !== undefined) return schema.enum.includes(value)
  if (schema.const !== undefined) return schema.const === value
  if (schema.type === 'integer')
    return Number.isInteger(value) || (typeof value === 'string' && /^-?\d{1,15}$/.test(value))
  if (schema.type === 'number') return typeof value === 'number'
  if (schema.type === 'array') return Array.isArray(value)
  if (schema.type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (schema.type === 'null') return value === null
  return schema.type === undefined || typeof value === schema.type
}

function replaced(whole: unknown, [head, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (head === undefined) return value
  if (Array.isArray(whole)) return whole.map((item, at) => (at === head ? replaced(item, rest, value) : item))
  const members = (whole ?? {}) as Readonly<Record<string, unknown>>
  return { ...members, [head]: replaced(members[head], rest, value) }
}
