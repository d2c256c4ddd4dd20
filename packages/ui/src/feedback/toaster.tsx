import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Toaster as Sonner, type ToasterProps } from 'sonner'
import styles from './toaster.module.css'

/** Duration of a toast, in milliseconds. @source docs/product/site.md#toast */
const DURATION_MS = 3000
/** In narrower windows a toast takes most of the foot. */
const WIDE_PX = 1024
/** Above the footer, and above what a page docks there. */
const DOCKED = '8px + var(--bottom-bar-height) + var(--footer-height) + var(--docked-height)'
/** In narrow windows the tray reaches below the toasts. */
const DOCKED_WITH_TRAY = `${DOCKED} + var(--tray-height)`

/** Renders the toasts of `showToast`. Once per page. */
export default function Toaster() {
  const isCovered = useSyncExternalStore(followDialogs, hasDialog, () => false)
  const isNarrow = window.innerWidth < WIDE_PX
  const bottom = `calc(${isNarrow ? DOCKED_WITH_TRAY : DOCKED})`
  return (
    <Sonner
      position={positionOf(isNarrow, isCovered)}
      duration={DURATION_MS}
      visibleToasts={4}
      gap={8}
      offset={{ top: 68, bottom, left: 16, right: 16 }}
      mobileOffset={{ top: 68, bottom }}
      icons={{ success: <CircleCheck />, error: <CircleAlert />, info: <Info /> }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: styles.toast ?? '',
          title: styles.title ?? '',
          icon: styles.icon ?? '',
          actionButton: styles.link ?? '',
        },
      }}
    />
  )
}

/**
 * Returns where toasts are. At the foot they would cover the buttons of an open dialog, or the explanation of a failure; at the top of a
 * page without one, the buttons of its head.
 */
function positionOf(isNarrow: boolean, isCovered: boolean): NonNullable<ToasterProps['position']> {
  if (isCovered) return 'top-center'
  return isNarrow ? 'bottom-center' : 'bottom-right'
}

function hasDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}

/** Calls back as dialogs open and close: they are children of the body. */
function followDialogs(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}
