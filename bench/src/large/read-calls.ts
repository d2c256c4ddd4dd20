import { endpointUrl } from '@opal/contract/client'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import * as z from 'zod'
import type { Place } from './places.ts'

/** A read as HTTP sends it. */
export interface ReadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** JSON; null for GET. */
  readonly body: string | null
  /** Needs the session of a wallet. */
  readonly isSignedIn: boolean
}

/** A read call of the API with parameters of one kind, for any place. */
export interface ReadCall {
  /** Id of the endpoint, with the parameter that differs from its example. */
  readonly name: string
  readonly request: (place: Place) => ReadRequest
}

type Members = Readonly<Record<string, unknown>>
/** Returns the members of a query, or of a body, that differ from the endpoint's example, for a place. */
type MembersOf = (place: Place) => Members

/** Calls that read but are not timed here, each with the reason. */
export const UNTIMED: Readonly<Record<string, string>> = {
  'get-collection-card': 'draws an image',
  'get-token-card': 'draws an image',
  'get-snapshot-file': 'sends a file',
  'get-readiness': 'is asked by the deployment alone',
  'export-portfolio': 'a download as long as its rows',
  'export-activity': 'a download as long as its rows',
  'export-pnl': 'a download as long as its rows',
}

/** Calls that read although they are sent as POST, since they take lists or names. */
const READING_POSTS = /^(check|find|get|list|plan|search)-/

/** A filter by one value of a trait. */
const ONE_TRAIT: MembersOf = ({ trait, traitValue }) => ({
  attributes: JSON.stringify([{ trait_type: trait, value: traitValue }]),
})

/** Parameters that visitors use and no closed set names. */
const USUAL_QUERIES: Readonly<Record<string, Readonly<Record<string, MembersOf>>>> = {
  'list-collection-tokens': {
    'name=pattern': () => ({ name: '.*7$' }),
    'name=number': () => ({ name: '#12' }),
    'number=12': () => ({ number: '12' }),
    'price=range': () => ({ priceBottom: '100000000', priceTop: '5000000000' }),
    'rarity=top100': () => ({ rarityBottom: 1, rarityTop: 100 }),
    'attributes=one': ONE_TRAIT,
    'page=5': () => ({ page: 5 }),
  },
  'find-fitting-tokens': { 'attributes=one': ONE_TRAIT },
  'list-set-bid-levels': { 'attributes=one': ONE_TRAIT },
  'list-collections': { 'page=50': () => ({ page: 50 }) },
  'list-activities': {
    'all=7d': () => ({ collectionId: undefined, interval: '7d' }),
    wallet: ({ owner }) => ({ collectionId: undefined, walletAddress: owner }),
  },
  'list-user-tokens': { 'page=20': () => ({ page: 20 }) },
  'list-user-activities': { collection: ({ collectionId }) => ({ collectionId }) },
}

/** The same for bodies: plans of as many wallets as one takes, and of what they hold of one collection, whose bids they share. */
const USUAL_BODIES: Readonly<Record<string, Readonly<Record<string, MembersOf>>>> = {
  'plan-portfolio-exit': {
    'wallets=20': ({ owners }) => ({ wallets: owners }),
    collection: ({ owners, collectionId }) => ({ wallets: owners, collectionId }),
  },
}

/** Lists every read call with its example, with each value of its closed sets, and with {@link USUAL_QUERIES} and {@link USUAL_BODIES}. */
export function readCalls(): readonly ReadCall[] {
  const endpoints = CATALOGUE as unknown as readonly Endpoint[]
  return endpoints
    .filter(({ id, method, access }) => access !== 'operator' && (method === 'GET' || READING_POSTS.test(id)))
    .filter(({ id }) => !(id in UNTIMED))
    .flatMap((endpoint) => [
      ...variants(endpoint).map(([suffix, queryOf]) => callOf(endpoint, suffix, { queryOf })),
      ...Object.entries(USUAL_BODIES[endpoint.id] ?? {}).map(([name, bodyOf]) =>
        callOf(endpoint, `.${name}`, { bodyOf }),
      ),
    ])
}

function variants(endpoint: Endpoint): readonly (readonly [string, MembersOf])[] {
  const example = (endpoint.example.query ?? {}) as Members
  const closed = Object.entries(closedSets(endpoint)).flatMap(([key, values]) =>
    values
      .filter((value) => value !== example[key])
      .map((value) => [`.${key}=${value}`, () => ({ [key]: value })] as const),
  )
  const usual = Object.entries(USUAL_QUERIES[endpoint.id] ?? {}).map(([name, query]) => [`.${name}`, query] as const)
  return [['', () => ({})], ...closed, ...usual]
}

/** Returns the values of each query parameter that takes only some. */
function closedSets({ query }: Endpoint): Readonly<Record<string, readonly string[]>> {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  const sets = Object.entries(properties).map(([key, schema]) => [key, enumOf(schema)] as const)
  return Object.fromEntries(sets.filter(([, values]) => values.length > 0))
}

function enumOf(schema: z.core.JSONSchema._JSONSchema): readonly string[] {
  if (typeof schema === 'boolean') return []
  if (schema.enum !== undefined) return schema.enum.map(String)
  return (schema.anyOf ?? []).flatMap(enumOf)
}

function callOf(
  endpoint: Endpoint,
  suffix: string,
  { queryOf, bodyOf }: { readonly queryOf?: MembersOf; readonly bodyOf?: MembersOf },
): ReadCall {
  const { id, method, example, access } = endpoint
  return {
    name: id + suffix,
    request(place) {
      const { params, body, query } = placed(example, place)
      const path = endpointUrl('', endpoint, {
        params: params ?? {},
        query: { ...(query as Members | undefined), ...queryOf?.(place) },
      })
      const isGet = method === 'GET'
      const sent = isGet
        ? null
        : JSON.stringify(bodyOf === undefined ? (body ?? {}) : { ...(body as Members), ...bodyOf(place) })
      return { method: isGet ? 'GET' : 'POST', path, body: sent, isSignedIn: access === 'wallet' }
    },
  }
}

/** Replaces the ids and names of an endpoint's example by those of a place. */
function placed<Example>(example: Example, place: Place): Example {
  const word = (place.collectionName.split(' ')[0] ?? place.collectionName).toLowerCase()
  const names: readonly (readonly [string, string])[] = [
    [EXAMPLE.collectionId, place.collectionId],
    [EXAMPLE.tokenDataId, place.tokenDataId],
    [EXAMPLE.listedTokenDataId, place.listedTokenDataId],
    [EXAMPLE.owner, place.owner],
    [EXAMPLE.buyer, place.bidder],
    [EXAMPLE.signer, place.owner],
    ['Monkey #8', place.tokenName],
    ['Monkeys', place.collectionName],
    ['monk', word.slice(0, 5)],
    ['onk', word.slice(1, 4)],
    ['Fur', place.trait],
    ['Brown', place.traitValue],
  ]
  const replaced = new Map(names)
  return JSON.parse(JSON.stringify(example), (_, value: unknown) =>
    typeof value === 'string' ? (replaced.get(value) ?? value) : value,
  ) as Example
}
