import { mkdtempDisposableSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMemoryCache, type MediaCache, openDiskCache } from './media-cache.ts'

const picture = (bytes: number) => Buffer.alloc(bytes, 1)

async function fillsUp(cache: MediaCache): Promise<void> {
  await cache.set('a', picture(40))
  await cache.set('b', picture(40))
  expect(await cache.get('a')).toHaveLength(40)
  await cache.set('c', picture(40))
  expect(await cache.get('b')).toBeNull()
  expect(await cache.get('a')).toHaveLength(40)
  await cache.set('huge', picture(1000))
  expect(await cache.get('huge')).toBeNull()
  expect(await cache.get('c')).toHaveLength(40)
}

describe('the memory cache', () => {
  it('keeps the most recently used within its bounds', () => fillsUp(createMemoryCache(100)))
})

describe('the disk cache', () => {
  const onError = (error: unknown) => expect.unreachable(String(error))

  it('keeps the most recently used within its bounds, over restarts', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'opal-media-'))
    try {
      await writeFile(join(directory, 'left-over.tmp'), 'half')
      await writeFile(join(directory, 'huge.webp'), picture(1000))
      await writeFile(join(directory, 'empty.webp'), '')
      await fillsUp(await openDiskCache({ directory, maxBytes: 100, onError }))
      expect((await readdir(directory)).sort()).toEqual(['a.webp', 'c.webp'])
      const again = await openDiskCache({ directory, maxBytes: 100, onError })
      expect(await again.get('c')).toHaveLength(40)
      const smaller = await openDiskCache({ directory, maxBytes: 50, onError })
      await smaller.set('d', picture(45))
      expect(await readdir(directory)).toEqual(['d.webp'])
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })

  it('goes without a picture that cannot be written', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-media-'))
    const directory = join(folder.path, 'pictures')
    const errors: unknown[] = []
    const cache = await openDiskCache({ directory, maxBytes: 100, onError: (error) => errors.push(error) })
    await cache.set('a', picture(40))
    await rm(directory, { recursive: true })
    await cache.set('b', picture(40))
    expect(errors).toMatchObject([{ code: 'ENOENT' }])
    expect(await cache.get('b')).toBeNull()
    expect(await cache.get('a')).toBeNull()
    await mkdir(directory)
    await cache.set('b', picture(40))
    expect(await cache.get('b')).toHaveLength(40)
    expect(await readdir(directory)).toEqual(['b.webp'])
  })
})
