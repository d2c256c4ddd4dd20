import { Button } from '@opal/ui/controls/button'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useState } from 'react'
import { reloadIfUp } from '../../../app/failures/reload-on-missing-chunk.ts'
import styles from './missing-dialog.module.css'

export interface MissingDialogProps {
  /** Loads the missing part. */
  load(): Promise<unknown>
  onLoaded(): void
  onClose(): void
}

/** Stands for a dialog whose chunk could not be loaded. If the site answers, but has no such chunk any more, trying again reloads the page. */
export default function MissingDialog({ load, onLoaded, onClose }: MissingDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    const isLoaded = await load().then(
      () => true,
      () => false,
    )
    if (isLoaded) onLoaded()
    else await reloadIfUp(window)
    setBusy(false)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="This didn’t load"
      width={420}
      footer={
        <div className={styles.buttons}>
          <Button wide onClick={onClose}>
            Close
          </Button>
          <Button variant="primary" wide busy={isBusy} onClick={() => void retry()}>
            Try again
          </Button>
        </div>
      }
    >
      <p className={styles.words} role="alert">
        Check your connection and try again. If Opal has been updated in the meantime, trying again reloads the page.
      </p>
    </Dialog>
  )
}
