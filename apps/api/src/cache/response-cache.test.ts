import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodingFor, HotBodies, packed } from './response-cache.ts'

function bodies(lifeMs: number) {
  let moment = 0
  return { kept: new HotBodies(lifeMs, () => moment), pass: (ms: number) => (moment += ms) }
}

test('keeps an answer for its life, and none when told so', () => {
  const { kept, pass } = bodies(100)
  kept.keep('/a', Buffer.from('one'), [], kept.age)
  expect(kept.get('/a')?.body.toString()).toBe('one')
  expect(kept.get('/b')).toBeNull()
  pass(100)
  expect(kept.get('/a')).toBeNull()
  const off = bodies(0).kept
  off.keep('/a', Buffer.from('one'), [], off.age)
  expect([off.isOn, off.get('/a')]).toEqual([false, null])
})

test('keeps no answer that was begun before something changed', () => {
  const { kept } = bodies(100)
  const { age } = kept
  kept.forgetAll()
  kept.keep('/a', Buffer.from('old'), [], age)
  expect(kept.get('/a')).toBeNull()
})

test('drops the oldest answers when all together are too large, and keeps none that is', () => {
  const { kept } = bodies(100)
  const large = Buffer.alloc(1024 * 1024)
  for (let at = 0; at < 64; at += 1) kept.keep(`/${at}`, large, [], kept.age)
  expect([kept.get('/0'), kept.get('/63')?.body.length]).toEqual([null, large.length])
  kept.keep('/larger', Buffer.alloc(1024 * 1024 + 1), [], kept.age)
  expect(kept.get('/larger')).toBeNull()
})

test('counts addresses and headers of an answer, and keeps so many answers', () => {
  const { kept } = bodies(100)
  const address = '/search?text='.padEnd(10_000, 'x')
  kept.keep(address, Buffer.from('{}'), ['content-type', 'application/json'], kept.age)
  expect(kept.size.bytes).toBeGreaterThan(10_000)
  for (let at = 0; at < 10_000; at += 1) kept.keep(`${address}${at}`, Buffer.from('{}'), [], kept.age)
  expect(kept.size.bytes).toBeLessThanOrEqual(64 * 1024 * 1024)
  for (let at = 0; at < 6_000; at += 1) kept.keep(`/${at}`, Buffer.from('{}'), [], kept.age)
  expect(kept.size.entries).toBe(5_000)
})

test('drops what has ended when something is added, whether it is asked for again or not', () => {
  const { kept, pass } = bodies(100)
  for (let at = 0; at < 50; at += 1) kept.keep(`/${at}`, Buffer.from('{}'), [], kept.age)
  pass(100)
  kept.keep('/new', Buffer.from('{}'), [], kept.age)
  expect(kept.size.entries).toBe(1)
})

test('gives equal bodies equal tags, and packs a body once', async () => {
  const { kept } = bodies(100)
  const body = Buffer.from('packed '.repeat(400))
  for (const address of ['/a', '/b']) kept.keep(address, body, [], kept.age)
  const [one, other] = [kept.get('/a'), kept.get('/b')]
  if (one === null || other === null) throw new Error('they were kept')
  expect(one.etag).toBe(other.etag)
  expect(packed(one, 'br')).toBe(packed(one, 'br'))
  expect(brotliDecompressSync(await packed(one, 'br'))).toEqual(body)
  expect(gunzipSync(await packed(one, 'gzip'))).toEqual(body)
})

test('takes the best encoding that a client can read, for bodies that are worth it', () => {
  expect(encodingFor('gzip, deflate, br', 2_000)).toBe('br')
  expect(encodingFor('br;q=0, gzip', 2_000)).toBe('gzip')
  expect(encodingFor('deflate', 2_000)).toBeNull()
  expect(encodingFor('br', 100)).toBeNull()
  expect(encodingFor(undefined, 2_000)).toBeNull()
})
