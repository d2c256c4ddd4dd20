import { toast } from 'sonner'

/** Closes all toasts. What nobody has closed is shown again by the next page that is drawn in this process. */
export function dismissToasts(): void {
  toast.dismiss()
}
