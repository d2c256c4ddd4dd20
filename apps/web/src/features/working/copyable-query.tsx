import { IconButton } from '@opal/ui/icon-button'
import { showToast } from '@opal/ui/show-toast'
import { Copy } from 'lucide-react'
import styles from './working-dialog.module.css'

/** A query in full, with a button that copies it. */
export function CopyableQuery({ label, text }: { label: string; text: string }) {
  return (
    <figure className={styles.query}>
      <figcaption>
        {label}
        <IconButton label={`Copy: ${label}`} size="sm" onClick={() => void copy(text)}>
          <Copy />
        </IconButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
    </figure>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    await showToast('Query copied')
  } catch {
    await showToast('The browser does not allow copying here.', 'error')
  }
}
