import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Toaster as Sonner } from 'sonner'
import styles from './toaster.module.css'

/** Duration of a toast, in milliseconds. @source docs/product/site.md#toast */
const DURATION_MS = 3000
const PHONE_PX = 640

/** Renders the toasts of `showToast`. Once per page. */
export default function Toaster() {
  return (
    <Sonner
      // Phones show sheets at the bottom: a toast there would cover the explanation of a failure.
      position={window.innerWidth < PHONE_PX ? 'top-center' : 'bottom-right'}
      duration={DURATION_MS}
      visibleToasts={4}
      gap={8}
      // Above the footer, and above what a page docks there.
      offset={{
        top: 16,
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
