import { IconButton } from '@opal/ui/controls/icon-button'
import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

const FlagDialog = lazy(() => import('./flag-dialog.tsx'))

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
