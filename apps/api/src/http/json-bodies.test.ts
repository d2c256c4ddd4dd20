import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../config.ts'
import { createServer } from './create-server.ts'

async function answers(bodies: readonly string[]): Promise<readonly { status: number; body: unknown }[]> {
  const env = { OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody', API_RATE_LIMIT: '9999' }
  await using server = await createServer(readConfig(env), pino({ level: 'silent' }))
  server.post('/said', { bodyLimit: 2_000_000 }, ({ body }) => ({ said: body }))
  const found: { status: number; body: unknown }[] = []
  for (const payload of bodies) {
    const headers = { 'content-type': 'application/json' }
    const answer = await server.inject({ method: 'POST', url: '/said', payload, headers })
    found.push({ status: answer.statusCode, body: answer.json() })
  }
  return found
}

it.each([
  ['zeros', `[${'0,'.repeat(100_000)}0]`],
  ['lists within lists', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['objects', `[${'{},'.repeat(60_000)}{}]`],
  ['members', `{${Array.from({ length: 30_000 }, (_, at) => `"${at}":0`).join()}}`],
  ['zeros, in a body of a megabyte', `[${'0,'.repeat(400_000)}0]`],
  ['objects, in a body of some kilobytes', `[${'{},'.repeat(2_000)}{}]`],
  ['lists within lists, in a body of some kilobytes', '['.repeat(2_001) + ']'.repeat(2_001)],
  ['members, in a body of some kilobytes', `{${Array.from({ length: 1_000 }, (_, at) => `"${at}":0`).join()}}`],
  [
    'different objects, in one of some kilobytes',
    `[${Array.from({ length: 1_000 }, (_, at) => `{"${at}":0}`).join()}]`,
  ],
])('refuses a large body of thousands of %s, before it is parsed', async (_, body) => {
  const [answer] = await answers([body])
  expect(answer).toEqual({ status: 400, body: { error: expect.objectContaining({ code: 'invalid-request' }) } })
})

it('reads any other body as it is, with a thousand values, or as many ids as fit', async () => {
  const ids = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => `0x${String(at).padStart(64, '0')}`))
  const query = JSON.stringify({ query: `{ ${'a { b, c } '.repeat(15_000)} }`, text: '\\"[,{'.repeat(2_000) })
  const alike = JSON.stringify(Array.from({ length: 1_900 }, (_, at) => ({ token_data_id: at, price: '{{{' })))
  const zeros = JSON.stringify(Array.from({ length: 30_000 }, () => 0))
  const bodies = [ids, query, alike, zeros, '"\\\\"']
  expect(await answers(bodies)).toEqual(bodies.map((text) => ({ status: 200, body: { said: JSON.parse(text) } })))
  await fc.assert(
    fc.asyncProperty(fc.json(), async (text) => {
      const said = JSON.parse(text)
      const hidden = /"(?:__proto__|constructor)"\s*:/.test(text)
      if (!hidden) expect(await answers([text])).toEqual([{ status: 200, body: { said } }])
    }),
    { numRuns: 20 },
  )
})

/** A JSON schema, as far as the contract's bodies use it. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly maxItems?: number
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** Returns a value with all members of a schema's objects, and lists as long as they may be; its texts are as long as ids. */
function largestOf({ properties, items, maxItems, anyOf, oneOf = anyOf }: Schema): unknown {
  if (oneOf !== undefined)
    return oneOf.map(largestOf).reduce((one, other) => (textOf(other).length > textOf(one).length ? other : one))
  if (items !== undefined) {
    if (maxItems === undefined) throw new Error('A list of a body has a most.')
    return Array.from({ length: maxItems }, () => largestOf(items))
  }
  if (properties === undefined) return 'a'.repeat(66)
  return Object.fromEntries(Object.entries(properties).map(([key, member]) => [key, largestOf(member)]))
}

const textOf = (value: unknown): string => JSON.stringify(value)

const BODIES = (CATALOGUE as unknown as readonly Endpoint[])
  .filter(({ body }) => !(body instanceof z.ZodUndefined))
  .map(({ id, body }) => [id, z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema] as const)

it.each(BODIES)('reads the largest body that %s takes', async (_, schema) => {
  const [answer] = await answers([textOf(largestOf(schema))])
  expect(answer?.status).toBe(200)
})
