import type { WebConfig } from '../config.ts'

/**
 * Returns the Content-Security-Policy of a page. It allows the site itself, the API (with images and sockets), the node, and on
 * a local network the development wallet. Inline scripts need the page's nonce.
 */
export function contentSecurityPolicy(config: WebConfig, nonce: string): string {
  const api = new URL(config.apiPublicUrl).origin
  const node = new URL(config.nodeUrl).origin
  const gateway = new URL(config.ipfsGatewayUrl).origin
  const devWallet = config.devWalletScriptUrl === null ? [] : [new URL(config.devWalletScriptUrl).origin]
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    // Composed scripts are recomposed for the check before signing, by the SDK's composer in WebAssembly.
    'script-src': ["'self'", `'nonce-${nonce}'`, ...devWallet, "'wasm-unsafe-eval'"],
    // Libraries position their popups by style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    // Wallets provide their icons as data URLs.
    'img-src': ["'self'", 'data:', 'blob:', api],
    // The media service serves videos and sounds, as it does images.
    'media-src': ["'self'", api],
    'connect-src': ["'self'", api, api.replace(/^http/, 'ws'), node, ...devWallet],
    // An HTML animation runs in a sandboxed frame with an opaque origin.
    'frame-src': ['https:', gateway, ...devWallet],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
