import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'
import { SIGNED_TRANSACTION, VIEW_FUNCTION } from './requests/signed-body.ts'

let localnet: Localnet
beforeAll(async () => {
  localnet = await startTestLocalnet()
})
afterAll(() => localnet[Symbol.asyncDispose]())

const PATHS = [
  '/accounts/*',
  '/accounts/*/resources',
  '/accounts/*/resource/*',
  '/accounts/*/modules',
  '/accounts/*/module/*',
  '/accounts/*/balance/*',
  '/accounts/*/transactions',
  '/accounts/*/events/*',
  '/accounts/*/events/*/*',
  '/transactions/by_hash/*',
  '/transactions/wait_by_hash/*',
  '/transactions/by_version/*',
  '/blocks/by_height/*',
  '/blocks/by_version/*',
  '/*',
]
const QUERIES = ['start', 'limit', 'ledger_version', 'with_transactions', 'duration_secs']

/** Text that is nearly right more often than noise would be. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '0x1',
    '0xa',
    '0',
    '-0',
    '1e9',
    `0x${'f'.repeat(64)}`,
    '18446744073709551615',
    '%00',
    '../..',
    '__proto__',
  ),
  fc.constantFrom(
    '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>',
    '0x1::a::b<',
    'vector<u8>',
    'T0',
    '&signer',
    'true',
  ),
  fc.array(fc.constant('vector<'), { maxLength: 200 }).map((parts) => parts.join('')),
)
const path = fc
  .tuple(
    fc.constantFrom(...PATHS),
    fc.array(hostile, { minLength: 3, maxLength: 3 }),
    fc.constantFrom(...QUERIES),
    hostile,
  )
  .map(([template, parts, name, value]) => {
    const queue = [...parts]
    const filled = template.replaceAll('*', () => encodeURIComponent((queue.pop() ?? '').toWellFormed()))
    return `${filled}?${name}=${encodeURIComponent(value.toWellFormed())}`
  })

it('answers hostile paths and queries without an internal error', async () => {
  await fc.assert(
    fc.asyncProperty(path, async (asked) => {
      const response = await fetch(`${localnet.nodeUrl}${asked}`)
      await response.arrayBuffer()
      expect({ asked, isOurFault: response.status >= 500 }).toEqual({ asked, isOurFault: false })
    }),
    { numRuns: runs(200, 6_000) },
  )
})

it('answers hostile bodies without an internal error', async () => {
  const target = fc.constantFrom(
    '/view',
    '/transactions',
    '/transactions/batch',
    '/transactions/simulate',
    '/tables/0x1/item',
  )
  const json = fc.oneof(
    fc.json(),
    fc
      .record({
        function: fc.constantFrom('0x1::coin::balance', '0x1::account::exists_at', '0x1::__proto__::toString'),
        type_arguments: fc.array(hostile, { maxLength: 2 }),
        arguments: fc.array(fc.oneof(hostile, fc.jsonValue({ maxDepth: 3 })), { maxLength: 3 }),
        key_type: hostile,
        value_type: hostile,
        key: fc.jsonValue(),
      })
      .map((value) => JSON.stringify(value)),
  )
  const body = fc.oneof(
    json.map((text) => ({ bytes: Buffer.from(text), type: 'application/json' })),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ bytes: Buffer.from(bytes), type: SIGNED_TRANSACTION })),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ bytes: Buffer.from(bytes), type: VIEW_FUNCTION })),
  )
  await fc.assert(
    fc.asyncProperty(target, body, async (asked, { bytes, type }) => {
      const headers = { 'content-type': type }
      const response = await fetch(`${localnet.nodeUrl}${asked}`, {
        method: 'POST',
        body: Uint8Array.from(bytes),
        headers,
      })
      const text = await response.text()
      expect({ asked, type, text, isOurFault: response.status >= 500 }).toMatchObject({ isOurFault: false })
    }),
    { numRuns: runs(200, 6_000) },
  )
})
