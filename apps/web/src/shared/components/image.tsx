import { MEDIA_WIDTHS, mediaUrl } from '@opal/contract/media-url'
import { useEffect, useState } from 'react'
import { useSite } from '../../app/site.tsx'
import { addFailedImage, onRetryImages } from '../hooks/failed-images.ts'
import { useHydrated } from '../hooks/use-hydrated.ts'
import styles from './image.module.css'

export interface ResponsiveImageProps {
  /** As the metadata names it (`ipfs://`, `https://`); null when there is none. */
  src: string | null
  /** Its dominant colour (`#rrggbb`), shown until the picture has come. */
  colour?: string | undefined
  /** Stands where there is no picture of its own, such as the collection's. */
  fallback?: string | null
  /** What is to be seen. Its first letter stands in when nothing can be shown. */
  alt: string
  /** Width in CSS px at which it is shown; twice as many are asked for. */
  width: number
  /** Widths at which the page shows it, as CSS `sizes`, where it is not always `width`. */
  sizes?: string
  /** Loaded at once: for what is seen first. */
  eager?: boolean
  /** The largest or first of them: fetched before scripts. Others, eager as well, wait for those. */
  urgent?: boolean
  /** The picture is beside its name already, so screen readers skip it. */
  decorative?: boolean
}

/**
 * A square picture from the media service in a box that never changes size. One that cannot be made becomes the first letter of its
 * alt text, never a broken icon.
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
}: ResponsiveImageProps) {
  const { config } = useSite()
  const source = src || fallback || null
  const [failed, setFailed] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const stands = useHydrated()
  const made = source === null ? null : mediaUrl(config.apiUrl, source, width)
  const address = made === failed ? null : made
  const fail = (which: string) => {
    setFailed(which)
    addFailedImage(which)
  }
  const isLost = failed !== null
  useEffect(() => (isLost ? onRetryImages(() => setFailed(null)) : undefined), [isLost])
  return (
    <span
      className={styles.box}
      // Before hydration nobody knows whether it has come: its place stands still, for moving it would cost that very time.
      data-state={address === null ? 'letter' : shown === address ? 'shown' : stands ? 'loading' : 'placed'}
      style={source === src ? { background: colour } : undefined}
    >
      {source === null || address === null ? (
        <span className={styles.letter} role="img" aria-label={decorative ? undefined : alt} aria-hidden={decorative}>
          {firstLetter(alt)}
        </span>
      ) : (
        <img
          // What was loaded, or failed, before hydration has no event left to hear.
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
          // What is seen first is painted with the words around it, not after the scripts that follow them.
          decoding={urgent ? 'sync' : 'async'}
          onLoad={() => setShown(address)}
          onError={() => fail(address)}
        />
      )}
    </span>
  )
}

/** The picture for screens of one and two dots a pixel; or, where its width varies, every width up to that. */
function sourceSet(origin: string, source: string, width: number, varies: boolean): string {
  if (!varies) return `${mediaUrl(origin, source, width)} 1x, ${mediaUrl(origin, source, width * 2)} 2x`
  const widths = MEDIA_WIDTHS.filter((one) => one >= width / 2 && one <= width * 2)
  return widths.map((one) => `${mediaUrl(origin, source, one)} ${one}w`).join(', ')
}

function firstLetter(text: string): string {
  const [first] = new Intl.Segmenter('en').segment(text.trim())
  return first?.segment.toUpperCase() ?? '?'
}
