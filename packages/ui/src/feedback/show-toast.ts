export type ToastKind = 'success' | 'error' | 'info'

/** Says one sentence in the corner for three seconds. Loads the toast library on first use. */
export async function showToast(message: string, kind: ToastKind = 'success'): Promise<void> {
  const { toast } = await import('sonner')
  toast[kind](message)
}
