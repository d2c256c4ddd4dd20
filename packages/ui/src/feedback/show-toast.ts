export type ToastKind = 'success' | 'error' | 'info'

/** Shows a toast for three seconds. Loads the toast library on first use. */
export async function showToast(message: string, kind: ToastKind = 'success'): Promise<void> {
  const { toast } = await import('sonner')
  toast[kind](message)
}
