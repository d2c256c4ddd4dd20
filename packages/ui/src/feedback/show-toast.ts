export type ToastKind = 'success' | 'error' | 'info'

/** A place that a toast leads to, in a new tab. */
export interface ToastLink {
  readonly label: string
  readonly href: string
}

/** Shows a toast for three seconds. Loads the toast library on first use. */
export async function showToast(message: string, kind: ToastKind = 'success', link?: ToastLink): Promise<void> {
  const { toast } = await import('sonner')
  const action = link && { label: link.label, onClick: () => window.open(link.href, '_blank', 'noopener') }
  toast[kind](message, { ...(action && { action }) })
}
