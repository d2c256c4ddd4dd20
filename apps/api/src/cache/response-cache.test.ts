import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ResponseCache } from './response-cache.ts'

function bodies(ttlMs: number) {
  // A clock at 0 has not started for the library.
  let nowMs = 1
  return { cache: new ResponseCache(ttlMs, () => nowMs), pass: (ms: number) => (nowMs += ms) }
}

test('caches an answer until its TTL ends, and nothing with a TTL of 0', () => {
  const { cache, pass } = bodies(100)
  cache.set('/a', Buffer.from('one'), [], cache.generation)
  expect(cache.get('/a')?.body.toString()).toBe('one')
  expect(cache.get('/b')).toBeNull()
  pass(101)
  expect(cache.get('/a')).toBeNull()
  const off = bodies(0).cache
  off.set('/a', Buffer.from('one'), [], off.generation)
  expect([off.isOn, off.get('/a')]).toEqual([false, null])
})

test('keeps no answer that was begun before something changed', () => {
  const { cache } = bodies(100)
  const { generation } = cache
  cache.clear()
  cache.set('/a', Buffer.from('old'), [], generation)
  expect(cache.get('/a')).toBeNull()
})

test('drops the oldest answers when all together are too large, and keeps none that is', () => {
  const { cache } = bodies(100)
  const large = Buffer.alloc(1024 * 1024)
  for (let at = 0; at < 64; at += 1) cache.set(`/${at}`, large, [], cache.generation)
  expect([cache.get('/0'), cache.get('/63')?.body.length]).toEqual([null, large.length])
  cache.set('/larger', Buffer.alloc(1024 * 1024 + 1), [], cache.generation)
  expect(cache.get('/larger')).toBeNull()
})

test('counts addresses and headers of an answer, and bounds the number of answers', () => {
  const { cache } = bodies(100)
  const address = '/search?text='.padEnd(10_000, 'x')
  cache.set(address, Buffer.from('{}'), ['content-type', 'application/json'], cache.generation)
  expect(cache.memory().bytes).toBeGreaterThan(10_000)
  for (let at = 0; at < 10_000; at += 1) cache.set(`${address}${at}`, Buffer.from('{}'), [], cache.generation)
  expect(cache.memory().bytes).toBeLessThanOrEqual(64 * 1024 * 1024)
  for (let at = 0; at < 6_000; at += 1) cache.set(`/${at}`, Buffer.from('{}'), [], cache.generation)
  expect(cache.entries).toBe(5_000)
})

test('counts compressed bodies with their answers, which make room for them and live no longer', async () => {
  const { cache, pass } = bodies(100)
  const addresses = Array.from({ length: 60 }, (_, at) => `/${at}`)
  const countCached = () => addresses.filter((address) => cache.get(address) !== null).length
  const random = randomBytes(1024 * 1024)
  for (const address of addresses) cache.set(address, random, [], cache.generation)
  expect(countCached()).toBe(60)
  pass(60)
  for (const address of addresses) {
    const cached = cache.get(address)
    if (cached === null) continue
    await Promise.all([cache.compress(address, cached, 'br'), cache.compress(address, cached, 'gzip')])
  }
  expect(countCached()).toBeGreaterThan(15)
  expect(countCached()).toBeLessThan(25)
  pass(41)
  expect(countCached()).toBe(0)
})

test('gives equal bodies equal tags, and packs a body once', async () => {
  const { cache } = bodies(100)
  const body = Buffer.from('compressed '.repeat(400))
  for (const address of ['/a', '/b']) cache.set(address, body, [], cache.generation)
  const [one, other] = [cache.get('/a'), cache.get('/b')]
  if (one === null || other === null) throw new Error('they were cached')
  expect(one.etag).toBe(other.etag)
  const [compressed, again] = await Promise.all([cache.compress('/a', one, 'br'), cache.compress('/a', one, 'br')])
  expect(compressed).toBe(again)
  expect(brotliDecompressSync(compressed)).toEqual(body)
  expect(gunzipSync(await cache.compress('/a', one, 'gzip'))).toEqual(body)
})

test('holds no other memory than that of what it counts', async () => {
  const { cache } = bodies(100)
  const body = Buffer.from('answer '.repeat(400))
  expect(body.buffer.byteLength).toBeGreaterThan(body.length)
  cache.set('/a', body, [], cache.generation)
  const one = cache.get('/a')
  if (one === null) throw new Error('it was just set')
  const held = [one.body, await cache.compress('/a', one, 'br'), await cache.compress('/a', one, 'gzip')]
  for (const { buffer, length } of held) expect(buffer.byteLength).toBe(length)
})
