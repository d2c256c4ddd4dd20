import { lazy, Suspense, useCallback, useState } from 'react'
import { openShortcuts } from '../../shared/hooks/shortcuts-on.ts'
import { useOnMount } from '../../shared/hooks/use-on-mount.ts'
import { useHotKeys } from './use-hot-keys.ts'
import { useSiteWideActions } from './use-site-wide-actions.ts'

const CommandPalette = lazy(() => import('./command-palette.tsx'))
const ShortcutList = lazy(() => import('./shortcut-list.tsx'))

/** Handles shortcuts, and shows the command palette and the list of shortcuts. Loaded after the first paint. */
export default function CommandPaletteHost() {
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null)
  const [seen, setSeen] = useState({ palette: false, shortcuts: false })
  const show = useCallback((what: 'palette' | 'shortcuts') => {
    setShown(what)
    setSeen((before) => ({ ...before, [what]: true }))
  }, [])
  useOnMount(() => void openShortcuts())
  useHotKeys(useCallback(() => show('palette'), [show]))
  useSiteWideActions(useCallback(() => show('shortcuts'), [show]))
  const onOpenChange = (open: boolean) => {
    if (!open) setShown(null)
  }
  return (
    <Suspense fallback={null}>
      {seen.palette && <CommandPalette open={shown === 'palette'} onOpenChange={onOpenChange} />}
      {seen.shortcuts && <ShortcutList open={shown === 'shortcuts'} onOpenChange={onOpenChange} />}
    </Suspense>
  )
}
