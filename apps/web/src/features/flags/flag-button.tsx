import { IconButton } from '@opal/ui/controls/icon-button'
import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyDialog } from '../../shared/components/lazy/lazy-dialog.tsx'

const FlagDialog = lazyDialog(
  () => import('./flag-dialog.tsx'),
  ({ onClose }) => onClose(),
)

/** Button that opens the dialog to flag a collection. */
export function FlagButton({ collectionId, name }: { collectionId: string; name: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={`Flag ${name}`} size="sm" onClick={() => setOpen(true)}>
        <Flag />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <FlagDialog collectionId={collectionId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
