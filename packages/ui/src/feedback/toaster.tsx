import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Toaster as Sonner } from 'sonner'
import styles from './toaster.module.css'

/** Duration of a toast, in milliseconds. @source docs/product/site.md#toast */
const DURATION_MS = 3000
/** Narrower windows show sheets at the bottom. */
const SHEETS_PX = 1024

/** Renders the toasts of `showToast`. Once per page. */
export default function Toaster() {
  return (
    <Sonner
      // Over a sheet a toast would cover its buttons, or the explanation of a failure.
      position={window.innerWidth < SHEETS_PX ? 'top-center' : 'bottom-right'}
      duration={DURATION_MS}
      visibleToasts={4}
      gap={8}
      // Above the footer, and above what a page docks there.
      offset={{
        top: 68,
        bottom: 'calc(8px + var(--bottom-bar-height) + var(--footer-height) + var(--docked-height))',
        left: 16,
        right: 16,
      }}
      mobileOffset={{ top: 68, bottom: 76 }}
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
