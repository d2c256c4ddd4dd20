import { afterAll, afterEach } from 'vitest'

// Runs before every unit test; only tests with a document render, so only they load the library.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // Generous, because the machine may be busy, as `expect.poll` (vitest.config.ts): a third of a test's own timeout.
  configure({ asyncUtilTimeout: 20_000 })
  emptyDocument()
  afterAll(clearTimers())
  const { dismissToasts } = await import('@opal/ui/testing/dismiss-toasts')
  // Also for the next file: modules of node_modules are shared.
  afterEach(dismissToasts)
}

/** Resets the document: files share a window, and each starts with an empty page, empty storage and no cookies. */
function emptyDocument(): void {
  for (const element of [document.documentElement, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  for (const [name] of document.cookie.matchAll(/[^;= ]+(?==)/g)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the only way that a browser without a cookie store has.
    document.cookie = `${name}=; path=/; max-age=-1`
  }
}

/** Tracks all timeouts and returns a function that clears them: toasts leave some that would fire after the window is gone. */
function clearTimers(): () => void {
  const started = new Set<ReturnType<typeof setTimeout>>()
  const { setTimeout: start } = globalThis
  globalThis.setTimeout = new Proxy(start, {
    apply(_, self, [run, ...rest]: Parameters<typeof start>) {
      const timer: ReturnType<typeof setTimeout> = Reflect.apply(start, self, [run, ...rest])
      started.add(timer)
      return timer
    },
  })
  return () => {
    globalThis.setTimeout = start
    for (const timer of started) clearTimeout(timer)
  }
}
