import type { ApiClient } from '@opal/contract/client'
import { listCollections } from '@opal/contract/collections'
import { collectionPath } from '../paths.ts'

/** Pages that exist on every network. */
const PAGES = ['/', '/activity', '/airdrop', '/launchpad', '/help', '/terms-of-service', '/privacy-policy']
/** Collections in one part, and the most parts: together the ten thousand collections of the highest total volume. */
const PART_SIZE = 1000
const MAX_PARTS = 10
const TAKE = 100

/** Counts the parts of collections: one for each thousand. The part of pages is not counted. */
export async function countSitemapParts(api: ApiClient, signal: AbortSignal): Promise<number> {
  const begins = Array.from({ length: MAX_PARTS }, (_, part) => (part * PART_SIZE) / TAKE + 1)
  const there = await Promise.all(begins.map(async (page) => (await readPage(api, page, signal)).length > 0))
  return there.filter(Boolean).length
}

/** Returns the paths of part `0` (pages) or of a thousand collections (`1` and on); null when there is no such part. */
export async function readSitemapPart(api: ApiClient, part: number, signal: AbortSignal): Promise<string[] | null> {
  if (part === 0) return [...PAGES]
  if (!Number.isInteger(part) || part < 1 || part > MAX_PARTS) return null
  const slugs: string[] = []
  for (let page = ((part - 1) * PART_SIZE) / TAKE + 1; slugs.length < PART_SIZE; page += 1) {
    const found = await readPage(api, page, signal)
    slugs.push(...found)
    if (found.length < TAKE) break
  }
  return slugs.length === 0 ? null : slugs.map(collectionPath)
}

async function readPage(api: ApiClient, page: number, signal: AbortSignal): Promise<readonly string[]> {
  const query = { page, take: TAKE, sortBy: 'ALL_TIME_VOLUME' } as const
  return (await api(listCollections, { query }, { signal })).data.map(({ slug }) => slug)
}

/** Renders the sitemap index that links to the parts. */
export function sitemapIndex(origin: string, parts: number): string {
  const entries = Array.from(
    { length: parts + 1 },
    (_, part) => `<sitemap>${loc(`${origin}/sitemap/${part}`)}</sitemap>`,
  )
  return document('sitemapindex', entries)
}

/** Renders one part as a sitemap. */
export function sitemapPart(origin: string, paths: readonly string[]): string {
  return document(
    'urlset',
    paths.map((path) => `<url>${loc(origin + path)}</url>`),
  )
}

function document(root: string, entries: readonly string[]): string {
  const space = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${space}">\n${entries.join('\n')}\n</${root}>\n`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function loc(url: string): string {
  return `<loc>${url.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')}</loc>`
}
