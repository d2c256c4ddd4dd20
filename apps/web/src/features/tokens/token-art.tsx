import { mediaUrl } from '@opal/contract/media-url'
import type { TokenDetail } from '@opal/contract/shapes/token'
import { Download, Maximize2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Picture } from '../../lib/picture.tsx'
import { useSite } from '../../lib/site.tsx'
import styles from './token-art.module.css'

/** @source spec 000, section 9 "Image cache size parameter 2480" */
const FULL_WIDTH = 2480
/** As the token's page lays it out; its dialog is narrower. */
const ART_SIZES = '(max-width: 899px) 100vw, (max-width: 1599px) 44vw, 704px'

// Most tokens are still pictures.
const TokenMedia = lazy(() => import('./token-media.tsx'))

/** The picture large, or what moves; to download, and to see at full size. */
export function TokenArt({ token }: { token: TokenDetail }) {
  const { config } = useSite()
  const full = token.image === null ? null : mediaUrl(config.apiUrl, token.image, FULL_WIDTH)
  const still = (
    <Picture
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
      {token.video === null ? (
        still
      ) : (
        <Suspense fallback={still}>
          <TokenMedia key={token.video} token={token} poster={still} />
        </Suspense>
      )}
      {full !== null && (
        <figcaption className={styles.tools}>
          <a
            href={full}
            download={token.name}
            className={styles.tool}
            aria-label="Download image"
            title="Download image"
          >
            <Download aria-hidden="true" />
          </a>
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
        </figcaption>
      )}
    </figure>
  )
}
