import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { withoutTokenDialog } from '../../../app/paths.ts'
import { lazyDialog } from '../../../shared/components/lazy/lazy-dialog.tsx'
import { Mounted } from '../../../shared/components/mounted.tsx'
import type { TokenDialogProps } from './token-dialog.tsx'

const TokenDialog = lazyDialog(
  () => import('./token-dialog.tsx'),
  ({ onClose }) => onClose(),
)

/** Loads the token dialog when an address first opens it. */
export function TokenDialogHost(props: Omit<TokenDialogProps, 'onClose'>) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  if (!search.has('tokenDataId') || !search.has('collectionId')) return null
  const close = () => navigate(withoutTokenDialog(search), { preventScrollReset: true, replace: true })
  return (
    <Mounted>
      <Suspense fallback={null}>
        <TokenDialog {...props} onClose={close} />
      </Suspense>
    </Mounted>
  )
}
