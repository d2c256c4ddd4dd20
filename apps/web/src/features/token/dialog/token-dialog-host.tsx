import { Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
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
  const isOpen = search.has('tokenDataId') && search.has('collectionId')
  const wasOpenedHere = useOpenedHere(isOpen)
  const navigate = useNavigate()
  if (!isOpen) return null
  // Without a new history entry: Back would lead to the same page.
  const close = () =>
    wasOpenedHere() ? navigate(-1) : navigate(withoutTokenDialog(search), { preventScrollReset: true, replace: true })
  return (
    <Mounted>
      <Suspense fallback={null}>
        <TokenDialog {...props} onClose={close} />
      </Suspense>
    </Mounted>
  )
}

/** Returns whether the dialog of the current address was opened on this page, which is then the entry of the history before it. */
function useOpenedHere(isOpen: boolean): () => boolean {
  const { key, pathname } = useLocation()
  const [search] = useSearchParams()
  const type = useNavigationType()
  const openedHere = useRef(new Set<string>())
  const page = pathname + withoutTokenDialog(search)
  const before = useRef({ key, isOpen, page })
  useEffect(() => {
    const from = before.current
    before.current = { key, isOpen, page }
    if (!isOpen || from.key === key || from.page !== page) return
    const isStep = type === 'PUSH' ? !from.isOpen : type === 'REPLACE' && openedHere.current.has(from.key)
    if (isStep) openedHere.current.add(key)
  }, [key, type, isOpen, page])
  return () => openedHere.current.has(key)
}
