import { afterAll, afterEach } from 'vitest'

// Runs before every unit test; only those that have a document draw anything, and only they pay for the library.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // What a test waits for comes within a moment; on a busy machine that moment may be long. Half of a test's own time.
  configure({ asyncUtilTimeout: 10_000 })
  emptyDocument()
  afterAll(forgetTimers())
  const { dismissToasts } = await import('@opal/ui/testing/dismiss-toasts')
  // Also for the next file: what node_modules remembers is shared.
  afterEach(dismissToasts)
}

/** Files share a window: each begins at an empty page, with nothing kept. */
function emptyDocument(): void {
  for (const element of [document.documentElement, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}

/** Toasts and the like ask for a moment's delay that nobody takes back; after the last test there is no window to wake up in. */
function forgetTimers(): () => void {
  const asked = new Set<ReturnType<typeof setTimeout>>()
  const { setTimeout: start } = globalThis
  globalThis.setTimeout = new Proxy(start, {
    apply(_, self, [run, ...rest]: Parameters<typeof start>) {
      const timer: ReturnType<typeof setTimeout> = Reflect.apply(start, self, [run, ...rest])
      asked.add(timer)
      return timer
    },
  })
  return () => {
    globalThis.setTimeout = start
    for (const timer of asked) clearTimeout(timer)
  }
}
