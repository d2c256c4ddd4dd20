import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
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
  it('keeps the most recently used within its bounds, over restarts', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'opal-media-'))
    try {
      await writeFile(join(directory, 'left-over.tmp'), 'half')
      await writeFile(join(directory, 'huge.webp'), picture(1000))
      await writeFile(join(directory, 'empty.webp'), '')
      await fillsUp(await openDiskCache(directory, 100))
      expect((await readdir(directory)).sort()).toEqual(['a.webp', 'c.webp'])
      const again = await openDiskCache(directory, 100)
      expect(await again.get('c')).toHaveLength(40)
      const smaller = await openDiskCache(directory, 50)
      await smaller.set('d', picture(45))
      expect(await readdir(directory)).toEqual(['d.webp'])
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })
})
