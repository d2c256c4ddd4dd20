import { toast } from 'sonner'

/** Closes all toasts: the toast library shows open ones again on the next page that is rendered in this process. */
export function dismissToasts(): void {
  toast.dismiss()
}
