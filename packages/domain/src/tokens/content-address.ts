/** Address of content that has no host: any gateway has it. */
export interface ContentAddress {
  readonly scheme: 'ipfs' | 'ar'
  /** Identifier of the content. */
  readonly root: string
  /** Root, path and query as a gateway takes them after its base, such as `<cid>/a%20b.png`. It leads nowhere outside of the root. */
  readonly path: string
}

/** Also in capitals, with more slashes, and with a doubled `ipfs/`, as some metadata has it. What follows `#` is the browser's. */
const CONTENT = /^(ipfs|ar):\/{2,}(?:ipfs\/)?([\w-]{1,100})(|[/?][^#]*)(?:#|$)/i

/**
 * Returns the content that an `ipfs://` or `ar://` address of a document, an image or an animation names.
 * @returns null for any other address, and for one whose path climbs out of its content.
 * @example contentAddressOf('IPFS://ipfs/bafy1/a b.png') // { scheme: 'ipfs', root: 'bafy1', path: 'bafy1/a%20b.png' }
 */
export function contentAddressOf(uri: string): ContentAddress | null {
  const [, scheme, root, rest] = CONTENT.exec(uri.trim()) ?? []
  if (scheme === undefined || root === undefined) return null
  // As the gateway's URL is parsed: dots climb, also encoded ones, backslashes are slashes, and tabs between dots are nothing.
  const url = URL.parse(`https://gateway.invalid/${root}${rest}`)
  if (url === null || !`${url.pathname}/`.startsWith(`/${root}/`) || climbsDecoded(url.pathname)) return null
  return { scheme: scheme.toLowerCase() === 'ar' ? 'ar' : 'ipfs', root, path: url.pathname.slice(1) + url.search }
}

/** Returns whether a path climbs at a gateway that decodes slashes before it looks for dots. */
function climbsDecoded(path: string): boolean {
  return path.split(/\/|%2f|%5c/i).some((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}
