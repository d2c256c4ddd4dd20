import { mediaUrl } from '@opal/contract/constants/media-url'
import type { TokenDetail } from '@opal/contract/tokens'
import { Maximize2 } from 'lucide-react'
import { Suspense } from 'react'
import { useSite } from '../../../app/site.tsx'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { DownloadOriginal } from './download-original.tsx'
import type { MediaKind } from './media-kind.ts'
import styles from './token-art.module.css'
import { useMediaKind } from './use-media-kind.ts'

/** @source docs/product/tokens-and-filters.md#image-width */
const FULL_WIDTH = 2480
/** CSS `sizes` on the token's page; its dialog is narrower. */
const ART_SIZES = '(max-width: 639px) 100vw, (max-width: 1599px) 44vw, 704px'

// Most tokens have no animation.
const TokenMedia = lazyPart(
  () => import('./token-media.tsx'),
  ({ poster }) => poster,
)

/** A token's large image or animation, with buttons for download and full size. */
export function TokenArt({ token }: { token: TokenDetail }) {
  const { config } = useSite()
  const full = token.image === null ? null : mediaUrl(config.apiUrl, token.image, FULL_WIDTH)
  const kind = useMediaKind(token)
  const original = originalOf(token, kind)
  const still = (
    <ResponsiveImage
      src={token.image}
      colour={token.imageFacts?.colour}
      fallback={token.collectionImage}
      alt={token.name}
      width={768}
      sizes={ART_SIZES}
      eager
      urgent
    />
  )
  return (
    <figure className={styles.art}>
      {kind === null ? (
        still
      ) : (
        <Suspense fallback={still}>
          <TokenMedia key={token.video} token={token} kind={kind} poster={still} />
        </Suspense>
      )}
      {original !== null && (
        <figcaption className={styles.tools}>
          <DownloadOriginal key={original.src} {...original} name={token.name} className={styles.tool} />
          {full !== null && (
            <a
              href={full}
              target="_blank"
              rel="noreferrer"
              className={styles.tool}
              aria-label="View full size"
              title="View full size"
            >
              <Maximize2 aria-hidden="true" />
            </a>
          )}
        </figcaption>
      )}
    </figure>
  )
}

/** Returns the file to download: a video, sound or model, else the image. HTML pages are not downloaded. */
function originalOf({ image, video }: TokenDetail, kind: MediaKind | null): { src: string; what: string } | null {
  if (video !== null && kind !== null && kind !== 'page') return { src: video, what: LABELS[kind] }
  return image === null ? null : { src: image, what: 'image' }
}

const LABELS = { video: 'video', audio: 'sound', model: '3D model' } as const
