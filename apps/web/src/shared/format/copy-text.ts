import { showToast } from '@opal/ui/feedback/show-toast'

/** Copies a text, and says that it did or could not. @param done what is said then, such as `Address copied`. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    await showToast(done)
  } catch {
    await showToast('The browser does not allow copying here.', 'error')
  }
}
