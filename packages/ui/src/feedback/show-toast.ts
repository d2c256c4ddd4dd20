export type ToastKind = 'success' | 'error' | 'info'

/** A place that a toast leads to, in a new tab. */
export interface ToastLink {
  readonly label: string
  readonly href: string
}

/** Next step that a toast offers. */
export interface ToastAction {
  readonly label: string
  onPress(): void
}

/** Shows a toast for three seconds. Loads the toast library on first use. @returns what takes it away before. */
export async function showToast(
  message: string,
  kind: ToastKind = 'success',
  next?: ToastLink | ToastAction,
): Promise<() => void> {
  const { toast } = await import('sonner')
  const action = next && { label: next.label, onClick: () => follow(next) }
  const id = toast[kind](message, { ...(action && { action }) })
  return () => void toast.dismiss(id)
}

function follow(next: ToastLink | ToastAction): void {
  if ('href' in next) window.open(next.href, '_blank', 'noopener')
  else next.onPress()
}
