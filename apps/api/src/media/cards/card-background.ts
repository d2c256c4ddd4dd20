import { SHARE_CARD } from '@opal/contract/share-card-url'

/** Where the art has no colour of its own. */
export const DEFAULT_TINT = '#7a5cf0'

const PAGE = '#0b0b0f'
/** @source apps/web/public/favicon.svg */
const MARK =
  '<path d="M16 2 28 11 16 30 4 11Z" fill="#9d80ff"/><path d="M16 2 28 11H4Z" fill="#c9b8ff"/><path d="M16 2 21.5 11H10.5Z" fill="#efe9ff"/><path d="M10.5 11h11L16 30Z" fill="#7fd6c2" opacity=".85"/><path d="M16 30 21.5 11H28Z" fill="#7a5cf0"/>'
const CHECK =
  '<circle cx="14" cy="14" r="14" fill="#9d80ff"/><path d="m8 14.5 4 4 8-9" fill="none" stroke="#0d0a18" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>'

/**
 * What is behind the words, as SVG. It holds no word of a stranger's.
 * @param tint `#rrggbb`.
 * @throws RangeError when the tint is anything else.
 */
export function cardBackground(tint: string, isVerified: boolean): Buffer {
  if (!/^#[0-9a-f]{6}$/.test(tint)) throw new RangeError('A tint is #rrggbb.')
  const { width, height } = SHARE_CARD
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="tint" cx="0.5" cy="0" r="0.9">
      <stop offset="0" stop-color="${tint}" stop-opacity="0.42"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/>
    </radialGradient></defs>
    <rect width="${width}" height="${height}" fill="${PAGE}"/>
    <rect width="${width}" height="${height}" fill="url(#tint)"/>
    <rect width="${height}" height="${height}" fill="${tint}" fill-opacity="0.35"/>
    <g transform="translate(${height + 52} 52) scale(1.5)">${MARK}</g>
    ${isVerified ? `<g transform="translate(${width - 84} 62)">${CHECK}</g>` : ''}
  </svg>`)
}
