import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testSeed, usualRuns } from '../testing/effort/config.ts'
import { shownValue } from './shown-value.ts'

const seeded = { seed: testSeed, numRuns: usualRuns }
/** Distinct from everything that a message says anyway. */
const secret = fc
  .string({ unit: fc.constantFrom(...'abcdefXYZ0123456789!$%:/?#@ ='), minLength: 8, maxLength: 40 })
  .map((text) => `9Z${text}9Z`)

test.each([
  ['API_PORT', 'abc', '"abc"'],
  ['DRAIN_MS', '1s', '"1s"'],
  ['NODE_URL', 'ftp://node.example/v1', '"ftp://node.example/v1"'],
  ['DATABASE_URL', 'mysql://opal:hidden@db/opal', '"mysql://…"'],
  ['LOG_LEVEL', 'a'.repeat(100), `"${'a'.repeat(80)}…"`],
  ['HOST', 'a\u001b[2J', String.raw`"a\u001b[2J"`],
])('%s of %j is shown as %s', (name, text, shown) => {
  expect(shownValue(name, text)).toBe(shown)
})

// @feature operate.configuration
test('only the beginning of an address with a password is shown, however it is written', () => {
  const names = ['DATABASE_URL', 'API_DATABASE_URL', 'DATABASE_POOLED_URL', 'DATABASE_REPLICA_URL', 'REDIS_URL']
  const writings = [
    (password: string) => `mysql://opal:${password}@db/opal`,
    (password: string) => `host=db password=${password}`,
    (password: string) => `opal:${password}@db`,
    (password: string) => password,
    (password: string) => `postgres://db/opal?password=${password}`,
  ]
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.constantFrom(...writings), secret, (name, write, password) => {
      expect(shownValue(name, write(password)) ?? '').not.toContain(password.slice(0, 3))
    }),
    seeded,
  )
})

test('a variable whose name says so is never shown, whatever it holds', () => {
  const names = ['NODE_API_KEY', 'STREAM_API_KEY', 'OPERATOR_TOKEN', 'S3_SECRET_ACCESS_KEY', 'REDIS_PASSWORD']
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string(), (name, text) => {
      expect(shownValue(name, text)).toBeNull()
    }),
    seeded,
  )
})

test('a key, a user or a query in any other variable is not shown', () => {
  const key = fc.oneof(
    fc.uuid(),
    fc.uint8Array({ minLength: 18, maxLength: 40 }).map((bytes) => Buffer.from([1, ...bytes]).toString('base64url')),
  )
  const places = [
    (text: string) => text,
    (text: string) => `https://node.example/${text}/v1`,
    (text: string) => `https://node.example/v1?key=${text}`,
    (text: string) => `${text}@node.example`,
    (text: string) => `one,${text},two`,
  ]
  fc.assert(
    fc.property(fc.constantFrom(...places), key, (place, text) => {
      expect(shownValue('NODE_URL', place(text))).toBeNull()
    }),
    seeded,
  )
  expect(shownValue('NODE_URL', 'https://node.example/v1?k=1')).toBeNull()
})
