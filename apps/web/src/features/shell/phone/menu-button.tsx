import { Menu, WifiOff } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyDialog } from '../../../shared/components/lazy/lazy-dialog.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { liveStatus } from '../../../shared/realtime/live-bus.ts'
import styles from './menu-button.module.css'

const Drawer = lazyDialog(
  () => import('./drawer.tsx'),
  ({ onOpenChange }) => onOpenChange(false),
  ({ open }) => open,
)

export const CONNECTION_LOST = 'Connection lost. Prices may be out of date.'

export interface MenuButtonProps {
  className: string | undefined
  live: ReactNode
  /** Text next to its icon. */
  children?: ReactNode
}

/** Opens the drawer, and shows a lost connection, where the footer with both is out of sight. */
export function MenuButton({ className, live, children }: MenuButtonProps) {
  const [open, setOpen] = useState<boolean | null>(null)
  const isCut = useStore(liveStatus).state === 'reconnecting'
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        aria-label={isCut ? 'Menu, connection lost' : 'Menu'}
        onClick={() => setOpen(true)}
      >
        {isCut ? <WifiOff className={styles.cut} aria-hidden="true" /> : <Menu aria-hidden="true" />}
        {children}
      </button>
      <span className={styles.status} role="status">
        {isCut ? CONNECTION_LOST : ''}
      </span>
      {open !== null && (
        <Suspense fallback={null}>
          <Drawer open={open} onOpenChange={setOpen} live={live} />
        </Suspense>
      )}
    </>
  )
}
