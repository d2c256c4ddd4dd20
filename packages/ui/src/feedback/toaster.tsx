import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Toaster as Sonner } from 'sonner'
import styles from './toaster.module.css'

/** Milliseconds a toast stays. @source docs/product/site.md#toast */
const DURATION_MS = 3000
const PHONE_PX = 640

/** Where toasts appear. Once per page; they are raised with `showToast`. */
export default function Toaster() {
  return (
    <Sonner
      // At the foot of a phone are the sheets: a failure's toast would lie over the words that explain it.
      position={window.innerWidth < PHONE_PX ? 'top-center' : 'bottom-right'}
      duration={DURATION_MS}
      visibleToasts={4}
      gap={8}
      offset={16}
      mobileOffset={{ top: 68, bottom: 76 }}
      icons={{ success: <CircleCheck />, error: <CircleAlert />, info: <Info /> }}
      toastOptions={{
        unstyled: true,
        classNames: { toast: styles.toast ?? '', title: styles.title ?? '', icon: styles.icon ?? '' },
      }}
    />
  )
}
