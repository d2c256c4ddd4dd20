import { SHARE_CARD, shareCardUrl } from '@opal/contract/constants/share-card-url'
import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import type { PublicConfig } from '../public-config.ts'

/** @source docs/product/site.md#page-title */
export const SITE_TITLE = 'NFT Marketplace & No Code Launchpad'

/** The description of a page from which its head is made. */
export interface PageHead {
  /** Without the site's name. */
  readonly title: string
  /** Shows the title without the site's name. */
  readonly isHome?: true
  /** Of any length: `pageHead` cuts it. Markup in it stays text. */
  readonly description: string
  /** Canonical address below the site's origin: without filters, tabs and dialogs. */
  readonly path: string
  /** Share image of the page. */
  readonly card?: { readonly url: string; readonly width: number; readonly height: number; readonly type: string }
  /** Search engines must not index the page. */
  readonly isPrivate?: true
  /** Structured data in the vocabulary of schema.org. */
  readonly structured?: { readonly '@type': string; readonly [member: string]: StructuredValue }
}

type StructuredValue = string | number | { readonly [member: string]: StructuredValue } | readonly StructuredValue[]

/** Characters that search engines show. */
const DESCRIPTION_LENGTH = 160

/** Returns the head tags of a page: title, description, canonical address, share card, structured data. */
export function pageHead(config: PublicConfig | undefined, page: PageHead): MetaDescriptor[] {
  const title = page.isHome === true ? page.title : `${page.title} | Opal`
  const description = shorten(page.description, DESCRIPTION_LENGTH)
  const url = `${config?.publicUrl ?? ''}${page.path}`
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(page.isPrivate === true ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:site_name', content: 'Opal' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...cardTags(page),
    ...(page.structured === undefined
      ? []
      : [{ 'script:ld+json': { '@context': 'https://schema.org', ...page.structured, url } }]),
  ]
}

function cardTags({ title, card }: PageHead): MetaDescriptor[] {
  if (card === undefined) return [{ name: 'twitter:card', content: 'summary' }]
  return [
    { property: 'og:image', content: card.url },
    { property: 'og:image:width', content: String(card.width) },
    { property: 'og:image:height', content: String(card.height) },
    { property: 'og:image:type', content: card.type },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: card.url },
  ]
}

/** Returns one line of at most `most` characters, cut at a word boundary where there is one. */
function shorten(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const characters = [...line]
  if (characters.length <= most) return line
  const cut = characters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > most / 2 ? space : undefined)}…`
}

/** Returns the site's configuration from the matches of a `meta` function; undefined when the root route failed. */
export function headConfig(
  matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[],
): PublicConfig | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return (root as { readonly config: PublicConfig } | undefined)?.config
}

/** Returns the head of a failed page: "404 Not Found" for a missing one. @param what title for any other failure. */
export function failedHead(error: unknown, what: string): MetaDescriptor[] {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return [{ title: `${isMissing ? '404 Not Found' : what} | Opal` }]
}

/** Returns the share image of a collection or a token, which the API renders. */
export function shareCard(apiUrl: string, kind: 'collection' | 'token', id: string): NonNullable<PageHead['card']> {
  return { url: shareCardUrl(apiUrl, kind, id), ...SHARE_CARD }
}
