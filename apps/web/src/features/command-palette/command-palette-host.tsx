import { Suspense, useCallback, useState } from 'react'
import { lazyDialog } from '../../shared/components/lazy/lazy-dialog.tsx'
import { openShortcuts } from '../../shared/hooks/shortcuts-on.ts'
import { useOnMount } from '../../shared/hooks/use-on-mount.ts'
import { useHotKeys } from './use-hot-keys.ts'
import { useSiteWideActions } from './use-site-wide-actions.ts'

interface Shown {
  readonly open: boolean
  onOpenChange(open: boolean): void
}

const close = ({ onOpenChange }: Shown) => onOpenChange(false)
const isOpen = ({ open }: Shown) => open
const CommandPalette = lazyDialog(() => import('./command-palette.tsx'), close, isOpen)
const FollowedList = lazyDialog(() => import('./followed-list.tsx'), close, isOpen)
const ShortcutList = lazyDialog(() => import('./shortcut-list.tsx'), close, isOpen)

const CLOSED = { palette: false, shortcuts: false, followed: false }

/** Handles shortcuts, and shows the command palette and the lists of shortcuts and of followed wallets. Loaded after the first paint. */
export default function CommandPaletteHost() {
  const [shown, setShown] = useState<keyof typeof CLOSED | null>(null)
  const [seen, setSeen] = useState(CLOSED)
  const show = useCallback((what: keyof typeof CLOSED) => {
    setShown(what)
    setSeen((before) => ({ ...before, [what]: true }))
  }, [])
  useOnMount(() => void openShortcuts())
  useHotKeys(
    useCallback(() => show('palette'), [show]),
    shown !== null,
  )
  useSiteWideActions({
    openShortcuts: useCallback(() => show('shortcuts'), [show]),
    openFollowed: useCallback(() => show('followed'), [show]),
  })
  const onOpenChange = (open: boolean) => {
    if (!open) setShown(null)
  }
  return (
    <Suspense fallback={null}>
      {seen.palette && <CommandPalette open={shown === 'palette'} onOpenChange={onOpenChange} />}
      {seen.followed && <FollowedList open={shown === 'followed'} onOpenChange={onOpenChange} />}
      {seen.shortcuts && <ShortcutList open={shown === 'shortcuts'} onOpenChange={onOpenChange} />}
    </Suspense>
  )
}
