/**
 * Where an address with empty segments leads: `/collection//collections` is `/collection/collections`. Null when there is
 * none. What comes out begins with one slash, so it never leaves the site.
 */
export function oneSlash(url: string): string | null {
  const at = url.indexOf('?')
  const [path, search] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  const clean = path.replace(/[/\\]{2,}/g, '/')
  return clean === path ? null : clean + search
}
