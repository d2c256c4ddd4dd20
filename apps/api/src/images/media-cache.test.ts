import { mkdtempDisposableSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientAt } from '@opal/domain/limits/client'
import { describe, expect, it } from 'vitest'
import { createMemoryCache, createSharedCache, type MediaCache, openDiskCache } from './media-cache.ts'
import { isMediaBusy } from './media-errors.ts'

const CLIENT = clientAt('203.0.113.1')
const image = (bytes: number) => Buffer.alloc(bytes, 1)

async function fillsUp(cache: MediaCache): Promise<void> {
  await cache.set('a', image(40_000))
  await cache.set('b', image(40_000))
  expect(await cache.get('a', CLIENT)).toHaveLength(40_000)
  await cache.set('c', image(40_000))
  expect(await cache.get('b', CLIENT)).toBeNull()
  expect(await cache.get('a', CLIENT)).toHaveLength(40_000)
  await cache.set('huge', image(1_000_000))
  expect(await cache.get('huge', CLIENT)).toBeNull()
  expect(await cache.get('c', CLIENT)).toHaveLength(40_000)
}

describe('the memory cache', () => {
  it('keeps the most recently used within its bounds', () => fillsUp(createMemoryCache(100_000)))

  it('bounds the number of one-byte images, which anyone can have made without limit', async () => {
    const cache = createMemoryCache(100_000)
    for (let at = 0; at < 1_000; at += 1) await cache.set(`image ${at}`, image(1))
    const held = await Promise.all(Array.from({ length: 1_000 }, (_, at) => cache.get(`image ${at}`, CLIENT)))
    expect(held.filter((one) => one !== null).length).toBeLessThan(250)
  })
})

it.each([1, 100, 3_000])('an image of %i bytes holds no other memory in the cache than its own', async (bytes) => {
  const cache = createMemoryCache(100_000)
  const made = Buffer.from(image(bytes))
  expect(made.buffer.byteLength).toBeGreaterThan(bytes)
  await cache.set('a', made)
  const cached = await cache.get('a', CLIENT)
  expect([cached?.equals(made), cached?.buffer.byteLength]).toEqual([true, bytes])
})

describe('the disk cache', () => {
  const onError = (error: unknown) => expect.unreachable(String(error))

  it('keeps the most recently used within its bounds, over restarts', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'opal-media-'))
    try {
      await writeFile(join(directory, 'left-over.tmp'), 'half')
      await writeFile(join(directory, 'huge.webp'), image(1_000_000))
      await writeFile(join(directory, 'empty.webp'), '')
      await fillsUp(await openDiskCache({ directory, maxBytes: 100_000, onError }))
      expect((await readdir(directory)).sort()).toEqual(['a.webp', 'c.webp'])
      const again = await openDiskCache({ directory, maxBytes: 100_000, onError })
      expect(await again.get('c', CLIENT)).toHaveLength(40_000)
      const smaller = await openDiskCache({ directory, maxBytes: 50_000, onError })
      await smaller.set('d', image(45_000))
      expect(await readdir(directory)).toEqual(['d.webp'])
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })

  it('bounds the number of one-byte files, each of which takes a block of the disk', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-media-'))
    const cache = await openDiskCache({ directory: folder.path, maxBytes: 100_000, onError })
    for (let at = 0; at < 100; at += 1) await cache.set(`image ${at}`, image(1))
    expect(await readdir(folder.path)).toHaveLength(12)
    expect(await cache.get('image 99', CLIENT)).toHaveLength(1)
  })

  it('goes without an image that cannot be written', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-media-'))
    const directory = join(folder.path, 'images')
    const errors: unknown[] = []
    const cache = await openDiskCache({ directory, maxBytes: 100_000, onError: (error) => errors.push(error) })
    await cache.set('a', image(40_000))
    await rm(directory, { recursive: true })
    await cache.set('b', image(40_000))
    expect(errors).toMatchObject([{ code: 'ENOENT' }])
    expect(await cache.get('b', CLIENT)).toBeNull()
    expect(await cache.get('a', CLIENT)).toBeNull()
    await mkdir(directory)
    await cache.set('b', image(40_000))
    expect(await cache.get('b', CLIENT)).toHaveLength(40_000)
    expect(await readdir(directory)).toEqual(['b.webp'])
  })
})

// @feature operate.objects
describe('the shared cache', () => {
  it('finds what another process stored, and makes do without a store for a while when it fails', async () => {
    const objects = new Map<string, Buffer>()
    let [isBroken, asked, nowMs] = [false, 0, 0]
    const work = <Result>(result: () => Result) => {
      asked += 1
      return isBroken ? Promise.reject(new Error('refused')) : Promise.resolve(result())
    }
    const folder = {
      read: (name: string) => work(() => objects.get(name) ?? null),
      write: (name: string, body: Buffer) => work(() => void objects.set(name, body)),
    }
    const errors: unknown[] = []
    const open = () => createSharedCache({ folder, onError: (error) => errors.push(error), now: () => nowMs })
    const [one, other] = [open(), open()]
    await one.set('a', image(40))
    expect(await other.get('a', CLIENT)).toHaveLength(40)
    isBroken = true
    expect(await other.get('a', CLIENT)).toHaveLength(40)
    expect(await other.get('b', CLIENT)).toBeNull()
    await other.set('c', image(40))
    expect(errors).toHaveLength(1)
    const before = asked
    for (let turn = 0; turn < 50; turn += 1) expect(await other.get(`d${turn}`, CLIENT)).toBeNull()
    expect(asked).toBe(before)
    isBroken = false
    nowMs += 5_000
    expect(await one.get('c', CLIENT)).toBeNull()
    await other.set('e', image(40))
    expect(await one.get('e', CLIENT)).toHaveLength(40)
  })

  it('is read in turns of clients, so that one with too many requests takes no turn of another', async () => {
    const asked: string[] = []
    const open: (() => void)[] = []
    let isHeld = true
    const read = async (name: string) => {
      asked.push(name)
      if (isHeld) await new Promise<void>((resolve) => open.push(resolve))
      return image(40)
    }
    const errors: unknown[] = []
    const folder = { read, write: async () => undefined }
    const cache = createSharedCache({ folder, onError: (error) => errors.push(error) })
    const flood = Array.from({ length: 1_000 }, (_, at) => cache.get(`flood ${at}`, clientAt('198.51.100.1')))
    const ends = Promise.allSettled(flood)
    const other = cache.get('of another', CLIENT)
    await expect.poll(() => asked).toContain('of another.webp')
    expect(asked.length).toBeLessThan(20)
    isHeld = false
    for (const answer of open.splice(0)) answer()
    expect(await other).toHaveLength(40)
    const refused = (await ends).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect([refused.length, refused.every(isMediaBusy), errors]).toEqual([850, true, []])
  })

  it('is asked once in some seconds for an image that it lacks, until that is made', async () => {
    const asked: string[] = []
    let nowMs = 1
    const read = async (name: string) => {
      asked.push(name)
      return null
    }
    const folder = { read, write: async () => undefined }
    const cache = createSharedCache({ folder, onError: (error) => expect.unreachable(String(error)), now: () => nowMs })
    for (let turn = 0; turn < 3; turn += 1) expect(await cache.get('a', CLIENT)).toBeNull()
    expect(asked).toHaveLength(1)
    nowMs += 6_000
    expect(await cache.get('a', CLIENT)).toBeNull()
    expect(asked).toHaveLength(2)
    await cache.set('a', image(40))
    expect(await cache.get('a', CLIENT)).toHaveLength(40)
  })
})
