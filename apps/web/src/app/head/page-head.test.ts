import { describe, expect, it } from 'vitest'
import { failedHead, headConfig, pageHead } from './page-head.ts'

const config = headConfig([{ id: 'root', loaderData: { config: { publicUrl: 'https://opal.example' } } }])
const page = { title: 'Stones', description: 'All about stones.', path: '/collection/stones' }

// @feature route.head
describe('pageHead', () => {
  it('returns title, description, canonical address and card', () => {
    const card = { url: 'https://api.example/card', width: 1200, height: 630, type: 'image/png' }
    const tags = pageHead(config, { ...page, card, structured: { '@type': 'CollectionPage', name: 'Stones' } })
    expect(tags).toContainEqual({ title: 'Stones | Opal' })
    expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://opal.example/collection/stones' })
    expect(tags).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' })
    expect(tags).toContainEqual({ property: 'og:image:alt', content: 'Stones' })
    expect(tags).toContainEqual({
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'CollectionPage',
        name: 'Stones',
        url: 'https://opal.example/collection/stones',
      },
    })
  })

  it('cuts a description to one line at a word boundary, counting whole characters', () => {
    const content = (description: string) => pageHead(config, { ...page, description })[1]
    expect(content('two\n\n  words\u0000')).toEqual({ name: 'description', content: 'two words' })
    const long = content('word '.repeat(60)) as { content: string }
    expect(long.content).toMatch(/word…$/)
    expect([...long.content].length).toBeLessThanOrEqual(160)
    expect([...(content('🦉'.repeat(300)) as { content: string }).content]).toHaveLength(160)
  })

  it('keeps private pages out of indexes, and works without data of the root', () => {
    expect(pageHead(headConfig([undefined]), { ...page, isPrivate: true })).toContainEqual({
      name: 'robots',
      content: 'noindex',
    })
  })
})

// @feature route.not-found
it('titles a missing page "404 Not Found" and another failure by its page', () => {
  const missing = { status: 404, statusText: '', internal: false, data: null }
  expect(failedHead(missing, 'Wallet')).toEqual([{ title: '404 Not Found | Opal' }])
  for (const error of [{ ...missing, status: 503 }, new Error('404'), undefined, null])
    expect(failedHead(error, 'Wallet')).toEqual([{ title: 'Wallet | Opal' }])
})
