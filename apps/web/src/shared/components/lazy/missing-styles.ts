import { settledWithin } from '@opal/domain/backoff'

/** Addresses of stylesheets that could not be loaded. */
const missing = new Set<string>()
/** Those that are being loaded again. */
const loading = new Map<string, Promise<void>>()

/** Longest wait for stylesheets that other parts miss, in milliseconds: this one may share them, and is shown without them after that. */
const OTHERS_WAIT_MS = 1_000

/** Records each stylesheet that cannot be loaded from now on. */
export function watchStyles(page: Document): void {
  // Errors of a link do not bubble.
  page.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target.href)
    },
    true,
  )
}

/**
 * Returns a function that loads a part with its stylesheets. The bundler asks for each stylesheet only once: a part whose first attempt
 * failed would be loaded without its styles by the next. Those that other parts miss do not hold it up. The server loads none.
 */
export function withStyles<Part>(load: () => Promise<Part>): () => Promise<Part> {
  if (typeof document === 'undefined') return load
  const own = new Set<string>()
  return async () => {
    const mine = [...missing].filter((href) => own.has(href))
    const others = [...missing].filter((href) => !own.has(href))
    const awaited = settledWithin(Promise.allSettled(others.map(loadAgain)), OTHERS_WAIT_MS)
    await Promise.all([...mine.map(loadAgain), awaited])
    const { part, asked } = loadWatched(load)
    for (const href of asked) own.add(href)
    try {
      return await part
    } catch (error) {
      // A stylesheet that another part requested in the meantime is named only by the bundler's error.
      for (const href of missing) if (error instanceof Error && error.message.includes(href)) own.add(href)
      throw error
    }
  }
}

/** Loads a part. @returns also the addresses of the stylesheets that the bundler has asked for, which it does within the call. */
function loadWatched<Part>(load: () => Promise<Part>): { part: Promise<Part>; asked: readonly string[] } {
  const observer = new MutationObserver(() => {})
  observer.observe(document.head, { childList: true })
  const part = load()
  const added = observer.takeRecords().flatMap(({ addedNodes }) => [...addedNodes])
  observer.disconnect()
  return {
    part,
    asked: added.flatMap((node) => (node instanceof HTMLLinkElement && node.rel === 'stylesheet' ? node.href : [])),
  }
}

/** Loads a missing stylesheet again; once for concurrent callers. @throws Error where it cannot be loaded this time either. */
function loadAgain(href: string): Promise<void> {
  const known = loading.get(href)
  if (known !== undefined) return known
  const attempt = loadStyles(href).finally(() => loading.delete(href))
  loading.set(href, attempt)
  return attempt
}

function loadStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, crossOrigin: '' })
    link.addEventListener('load', () => {
      missing.delete(href)
      resolve()
    })
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`The stylesheet ${href} cannot be loaded.`))
    })
    document.head.append(link)
  })
}
