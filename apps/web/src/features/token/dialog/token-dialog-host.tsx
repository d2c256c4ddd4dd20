import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Mounted } from '../../../shared/components/mounted.tsx'
import type { TokenDialogProps } from './token-dialog.tsx'

const TokenDialog = lazy(() => import('./token-dialog.tsx'))

/** Loads the token dialog when an address first opens it. */
export function TokenDialogHost(props: TokenDialogProps) {
  const [search] = useSearchParams()
  if (!search.has('tokenDataId') || !search.has('collectionId')) return null
  return (
    <Mounted>
      <Suspense fallback={null}>
        <TokenDialog {...props} />
      </Suspense>
    </Mounted>
  )
}
