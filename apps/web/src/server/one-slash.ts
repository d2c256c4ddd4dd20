/**
 * Removes empty path segments: `/collection//collections` becomes `/collection/collections`. Null when there are none. The
 * result begins with exactly one slash, so a redirect to it never leaves the site.
 */
export function oneSlash(url: string): string | null {
  const at = url.indexOf('?')
  const [path, search] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  const clean = path.replace(/[/\\]{2,}/g, '/')
  return clean === path ? null : clean + search
}
