import { IconButton } from '@opal/ui/controls/icon-button'
import { Copy } from 'lucide-react'
import { copyText } from '../../lib/copy-text.ts'
import styles from './working-dialog.module.css'

/** A query in full, with a button that copies it. */
export function CopyableQuery({ label, text }: { label: string; text: string }) {
  return (
    <figure className={styles.query}>
      <figcaption>
        {label}
        <IconButton label={`Copy: ${label}`} size="sm" onClick={() => void copyText(text, 'Query copied')}>
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
