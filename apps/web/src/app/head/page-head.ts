import { SHARE_CARD, shareCardUrl } from '@opal/contract/share-card-url'
import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import type { PublicConfig } from '../public-config.ts'

/** @source docs/product/site.md#page-title */
export const SITE_TITLE = 'NFT Marketplace & No Code Launchpad'

/** What the head of a page says about it. */
export interface PageHead {
  /** Without the site's name. */
  readonly title: string
  /** The title stands alone. */
  readonly isHome?: true
  /** As long as it is; it is cut here. Markup in it stays text. */
  readonly description: string
  /** Canonical address below the site's origin: without filters, tabs and dialogs. */
  readonly path: string
  /** A picture of the page itself; without one the site's own stands for it. */
  readonly card?: { readonly url: string; readonly width: number; readonly height: number; readonly type: string }
  /** Pages that search engines should leave alone. */
  readonly isPrivate?: true
  /** Facts as schema.org words them. */
  readonly structured?: { readonly '@type': string; readonly [member: string]: StructuredValue }
}

type StructuredValue = string | number | { readonly [member: string]: StructuredValue } | readonly StructuredValue[]

/** Search engines show about so much. */
const DESCRIPTION_LENGTH = 160

/** The tags of a page: title, description, canonical address, share card, structured data. */
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

/** One line of at most so many characters, cut at a word where there is one. */
function shorten(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const characters = [...line]
  if (characters.length <= most) return line
  const cut = characters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > most / 2 ? space : undefined)}…`
}

/** The site's configuration as a page's `meta` gets it; undefined when the root itself failed. */
export function headConfig(
  matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[],
): PublicConfig | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return (root as { readonly config: PublicConfig } | undefined)?.config
}

/** The head of a page that could not be shown: a tab says of an address that is none what the page says. @param what else stands there. */
export function failedHead(error: unknown, what: string): MetaDescriptor[] {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return [{ title: `${isMissing ? '404 Not Found' : what} | Opal` }]
}

/** The picture that a link to a collection or a token shows where it is shared; the API draws it. */
export function shareCard(apiUrl: string, kind: 'collection' | 'token', id: string): NonNullable<PageHead['card']> {
  return { url: shareCardUrl(apiUrl, kind, id), ...SHARE_CARD }
}
