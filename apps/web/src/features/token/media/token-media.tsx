import { videoUrl } from '@opal/contract/constants/media-url'
import type { TokenDetail } from '@opal/contract/tokens'
import { Button } from '@opal/ui/controls/button'
import { Box, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import { type MediaKind, playableUrl } from './media-kind.ts'
import styles from './token-media.module.css'

export interface TokenMediaProps {
  token: TokenDetail
  kind: MediaKind
  /** The image: the poster, and the fallback when the animation cannot be shown. */
  poster: ReactNode
}

/** A token's animation by its kind. Loads nothing before the user starts it, except the first frame of a video. */
export default function TokenMedia({ token, kind, poster }: TokenMediaProps) {
  const { config } = useSite()
  const [failed, setFailed] = useState(false)
  const url = token.video === null ? null : playableUrl(token.video, config.ipfsGatewayUrl)
  if (url === null || failed) return poster
  // Videos and sounds load through the media service, so that their host does not see the viewer; HTML pages load directly.
  const isFilm = kind === 'video' || kind === 'audio'
  const from = isFilm && token.video !== null ? videoUrl(config.apiUrl, token.video) : url
  const shared = { url: from, name: token.name, poster, onError: () => setFailed(true) }
  return <Animation kind={kind} {...shared} />
}

interface AnimationProps {
  url: string
  name: string
  poster: ReactNode
  onError(): void
}

function Animation({ kind, ...props }: AnimationProps & { kind: MediaKind }) {
  if (kind === 'video')
    return <video className={styles.video} src={props.url} controls loop muted playsInline onError={props.onError} />
  if (kind === 'audio')
    return (
      <div className={styles.stack}>
        {props.poster}
        {/* biome-ignore lint/a11y/useMediaCaption: art on chain comes without captions. */}
        <audio
          className={styles.audio}
          src={props.url}
          controls
          loop
          preload="none"
          onError={props.onError}
          aria-label={props.name}
        />
      </div>
    )
  return kind === 'model' ? <Model poster={props.poster} /> : <Page {...props} />
}

/** A 3D model is shown by its poster and can be downloaded: a viewer would be larger than the whole site. */
function Model({ poster }: Pick<AnimationProps, 'poster'>) {
  return (
    <div className={styles.stack}>
      {poster}
      <span className={styles.over}>
        <Box aria-hidden="true" />
        3D model
      </span>
    </div>
  )
}

/**
 * An HTML animation. Runs on request, in a sandboxed frame with an opaque origin: without storage, access to this page, the wallet
 * or the device, and unable to open windows, navigate or submit forms.
 */
function Page({ url, name, poster }: AnimationProps) {
  const [runs, setRuns] = useState(false)
  if (runs)
    return (
      <iframe
        className={styles.page}
        src={url}
        title={`Interactive art of ${name}`}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        allow="camera 'none'; microphone 'none'; geolocation 'none'; payment 'none'; usb 'none'; clipboard-read 'none'"
      />
    )
  return (
    <div className={styles.stack}>
      {poster}
      <span className={styles.start}>
        <Button icon={<Play aria-hidden="true" />} onClick={() => setRuns(true)}>
          Run interactive art
        </Button>
      </span>
    </div>
  )
}
