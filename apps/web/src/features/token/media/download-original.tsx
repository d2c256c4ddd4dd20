import { originalUrl } from '@opal/contract/constants/media-url'
import { showToast } from '@opal/ui/feedback/show-toast'
import { Download } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useSite } from '../../../app/site.tsx'

export interface DownloadOriginalProps {
  /** URI of the metadata. */
  src: string
  /** Kind of file: `image`, `video`. */
  what: string
  /** File name without extension. */
  name: string
  className: string | undefined
}

/**
 * Downloads a token's original file by the browser. Checks first that the file exists, because an error response would replace
 * the page.
 */
export function DownloadOriginal({ src, what, name, className }: DownloadOriginalProps) {
  const { config } = useSite()
  const [asks, setAsks] = useState(false)
  const url = originalUrl(config.apiUrl, src, name)
  const label = `Download ${what}`

  const save = async (event: MouseEvent): Promise<void> => {
    event.preventDefault()
    if (asks) return
    setAsks(true)
    try {
      const { fileObstacle } = await import('./file-obstacle.ts')
      const obstacle = await fileObstacle(url)
      if (obstacle === null) window.location.assign(url)
      else void showToast(`Couldn’t download the ${what}. ${obstacle}`, 'error')
    } finally {
      setAsks(false)
    }
  }

  return (
    <a
      href={url}
      download
      className={className}
      aria-label={label}
      title={label}
      aria-busy={asks}
      onClick={(event) => void save(event)}
    >
      <Download aria-hidden="true" />
    </a>
  )
}
