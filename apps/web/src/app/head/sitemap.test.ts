import type { ApiClient } from '@opal/contract/client'
import { describe, expect, it } from 'vitest'
import { countSitemapParts, readSitemapPart, sitemapIndex, sitemapPart } from './sitemap.ts'

/** An API with `count` collections that records the requested pages. */
function withCollections(count: number) {
  const pages: number[] = []
  const api = (async (_endpoint: unknown, { query }: { query: { page: number; take: number } }) => {
    pages.push(query.page)
    const begin = (query.page - 1) * query.take
    const length = Math.max(0, Math.min(query.take, count - begin))
    return { data: Array.from({ length }, (_, index) => ({ slug: `c-${begin + index}` })) }
  }) as unknown as ApiClient
  return { api, pages }
}
const { signal } = new AbortController()

// @feature route.sitemap
describe('the sitemap', () => {
  it('has a part for each thousand collections, ten at most', async () => {
    expect(await countSitemapParts(withCollections(0).api, signal)).toBe(0)
    expect(await countSitemapParts(withCollections(1000).api, signal)).toBe(1)
    expect(await countSitemapParts(withCollections(1001).api, signal)).toBe(2)
    expect(await countSitemapParts(withCollections(50_000).api, signal)).toBe(10)
  })

  it('lists each collection once, and returns null for a part beyond the last', async () => {
    const { api, pages } = withCollections(1150)
    const [first, second] = [await readSitemapPart(api, 1, signal), await readSitemapPart(api, 2, signal)]
    expect(first).toHaveLength(1000)
    expect(second).toHaveLength(150)
    expect(new Set([...(first ?? []), ...(second ?? [])]).size).toBe(1150)
    expect(second?.[0]).toBe('/collection/c-1000')
    expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(await readSitemapPart(api, 3, signal)).toBeNull()
    for (const part of [11, -1, 1.5, Number.NaN]) expect(await readSitemapPart(api, part, signal)).toBeNull()
    expect(await readSitemapPart(api, 0, signal)).toContain('/activity')
  })

  it('escapes characters with a meaning in XML', () => {
    expect(sitemapPart('https://a.example', ['/x?a=1&b=<2>'])).toContain('/x?a=1&amp;b=&lt;2&gt;')
    expect(sitemapIndex('https://a.example', 1).match(/<sitemap>/g)).toHaveLength(2)
  })
})
