import { showToast } from '@opal/ui/feedback/show-toast'

/** Copies a text to the clipboard and shows a toast. @param done message on success, such as `Address copied`. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    await showToast(done)
  } catch {
    await showToast('Your browser doesn’t allow copying here.', 'error')
  }
}
