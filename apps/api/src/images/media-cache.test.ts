import { mkdtempDisposableSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMemoryCache, createSharedCache, type MediaCache, openDiskCache } from './media-cache.ts'

const image = (bytes: number) => Buffer.alloc(bytes, 1)

async function fillsUp(cache: MediaCache): Promise<void> {
  await cache.set('a', image(40_000))
  await cache.set('b', image(40_000))
  expect(await cache.get('a')).toHaveLength(40_000)
  await cache.set('c', image(40_000))
  expect(await cache.get('b')).toBeNull()
  expect(await cache.get('a')).toHaveLength(40_000)
  await cache.set('huge', image(1_000_000))
  expect(await cache.get('huge')).toBeNull()
  expect(await cache.get('c')).toHaveLength(40_000)
}

describe('the memory cache', () => {
  it('keeps the most recently used within its bounds', () => fillsUp(createMemoryCache(100_000)))

  it('holds few images of a byte, of which anyone may have any number made', async () => {
    const cache = createMemoryCache(100_000)
    for (let at = 0; at < 1_000; at += 1) await cache.set(`image ${at}`, image(1))
    const held = await Promise.all(Array.from({ length: 1_000 }, (_, at) => cache.get(`image ${at}`)))
    expect(held.filter((one) => one !== null).length).toBeLessThan(250)
  })
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
      expect(await again.get('c')).toHaveLength(40_000)
      const smaller = await openDiskCache({ directory, maxBytes: 50_000, onError })
      await smaller.set('d', image(45_000))
      expect(await readdir(directory)).toEqual(['d.webp'])
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })

  it('holds few files of a byte, each of which takes a block of the disk', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-media-'))
    const cache = await openDiskCache({ directory: folder.path, maxBytes: 100_000, onError })
    for (let at = 0; at < 100; at += 1) await cache.set(`image ${at}`, image(1))
    expect(await readdir(folder.path)).toHaveLength(12)
    expect(await cache.get('image 99')).toHaveLength(1)
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
    expect(await cache.get('b')).toBeNull()
    expect(await cache.get('a')).toBeNull()
    await mkdir(directory)
    await cache.set('b', image(40_000))
    expect(await cache.get('b')).toHaveLength(40_000)
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
    expect(await other.get('a')).toHaveLength(40)
    isBroken = true
    expect(await other.get('a')).toHaveLength(40)
    expect(await other.get('b')).toBeNull()
    await other.set('c', image(40))
    expect(errors).toHaveLength(1)
    const before = asked
    for (let turn = 0; turn < 50; turn += 1) expect(await other.get(`d${turn}`)).toBeNull()
    expect(asked).toBe(before)
    isBroken = false
    nowMs += 5_000
    expect(await one.get('c')).toBeNull()
    await other.set('e', image(40))
    expect(await one.get('e')).toHaveLength(40)
  })
})
