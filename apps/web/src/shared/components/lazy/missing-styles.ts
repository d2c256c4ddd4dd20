/** Addresses of stylesheets that could not be loaded. */
const missing = new Set<string>()

/** Remembers each stylesheet that cannot be loaded from now on. */
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
 * Loads the stylesheets that are missing. The bundler asks for each only once: a part whose first attempt failed would be loaded
 * without its styles by the next.
 * @throws Error where one cannot be loaded this time either.
 */
export async function loadMissingStyles(): Promise<void> {
  await Promise.all([...missing].map(loadStyles))
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
