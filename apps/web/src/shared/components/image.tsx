import { MEDIA_WIDTHS, mediaUrl } from '@opal/contract/constants/media-url'
import { type ReactNode, useEffect, useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { addFailedImage, onRetryImages } from '../hooks/failed-images.ts'
import { useHydrated } from '../hooks/use-hydrated.ts'
import styles from './image.module.css'

export interface ResponsiveImageProps {
  /** URI of the metadata (`ipfs://`, `https://`); null when there is none. */
  src: string | null
  /** Its dominant colour (`#rrggbb`), shown until the image has loaded. */
  colour?: string | undefined
  /** Source when `src` is null, such as the collection's image. */
  fallback?: string | null
  /** Alternative text. Its first letter replaces an image that fails. */
  alt: string
  /** Displayed width in CSS px; twice as many pixels are requested for dense screens. */
  width: number
  /** CSS `sizes`, where the displayed width varies. */
  sizes?: string
  /** Loads immediately, for images on the first screen. */
  eager?: boolean
  /** Has high fetch priority, for the largest or first images: they load before scripts. */
  urgent?: boolean
  /** Hidden from screen readers, because its name is next to it. */
  decorative?: boolean
  /** Lies on the image. */
  children?: ReactNode
}

/**
 * A square image of the media service in a box of constant size. One that fails is replaced by the first letter of its
 * alternative text.
 * @source docs/product/tokens-and-filters.md#image-loading
 */
export function ResponsiveImage({
  src,
  colour,
  fallback = null,
  alt,
  width,
  sizes,
  eager = false,
  urgent = false,
  decorative = false,
  children,
}: ResponsiveImageProps) {
  const { config } = useSite()
  const source = src || fallback || null
  const [failed, setFailed] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const hydrated = useHydrated()
  const url = source === null ? null : mediaUrl(config.apiUrl, source, width)
  const address = url === failed ? null : url
  const fail = (which: string) => {
    setFailed(which)
    addFailedImage(which)
  }
  const hasFailed = failed !== null
  useEffect(() => (hasFailed ? onRetryImages(() => setFailed(null)) : undefined), [hasFailed])
  return (
    <span
      className={styles.box}
      // Before hydration it is unknown whether it has loaded: the placeholder does not animate, which would delay hydration.
      data-state={address === null ? 'letter' : shown === address ? 'shown' : hydrated ? 'loading' : 'placed'}
      style={source === src ? { background: colour } : undefined}
    >
      {source === null || address === null ? (
        <span className={styles.letter} role="img" aria-label={decorative ? undefined : alt} aria-hidden={decorative}>
          <span>{firstLetter(alt)}</span>
        </span>
      ) : (
        <img
          // An image that loaded or failed before hydration sends no more events.
          ref={(image) => {
            if (image?.complete !== true) return
            if (image.naturalWidth > 0) setShown(address)
            else fail(address)
          }}
          className={styles.image}
          src={address}
          srcSet={sourceSet(config.apiUrl, source, width, sizes !== undefined)}
          sizes={sizes}
          alt={decorative ? '' : alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={urgent ? 'high' : 'low'}
          // Images of the first screen are painted with the text around them, not after the scripts.
          decoding={urgent ? 'sync' : 'async'}
          onLoad={() => setShown(address)}
          onError={() => fail(address)}
        />
      )}
      {children}
    </span>
  )
}

/** Returns the `srcset`: for 1x and 2x screens, or every width up to 2x where the displayed width varies. */
function sourceSet(origin: string, source: string, width: number, varies: boolean): string {
  if (!varies) return `${mediaUrl(origin, source, width)} 1x, ${mediaUrl(origin, source, width * 2)} 2x`
  const widths = MEDIA_WIDTHS.filter((one) => one >= width / 2 && one <= width * 2)
  return widths.map((one) => `${mediaUrl(origin, source, one)} ${one}w`).join(', ')
}

function firstLetter(text: string): string {
  const [first] = new Intl.Segmenter('en').segment(text.trim())
  return first?.segment.toUpperCase() ?? '?'
}
