import type { WebConfig } from '../config.ts'

/**
 * What a page may load and whom it may talk to: itself, the API (pictures and sockets too), the node, and on a local
 * network the development wallet. Inline scripts need the page's nonce.
 */
export function contentSecurityPolicy(config: WebConfig, nonce: string): string {
  const api = new URL(config.apiPublicUrl).origin
  const node = new URL(config.nodeUrl).origin
  const gateway = new URL(config.ipfsGatewayUrl).origin
  const devWallet = config.devWalletScriptUrl === null ? [] : [new URL(config.devWalletScriptUrl).origin]
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    // Composed scripts are composed once more before they are signed, by the SDK's composer in WebAssembly.
    'script-src': ["'self'", `'nonce-${nonce}'`, ...devWallet, "'wasm-unsafe-eval'"],
    // Libraries place their popups by style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    // Wallets bring their icons as data addresses.
    'img-src': ["'self'", 'data:', 'blob:', api],
    // Films and sounds come through the media service, as pictures do.
    'media-src': ["'self'", api],
    'connect-src': ["'self'", api, api.replace(/^http/, 'ws'), node, ...devWallet],
    // An artist's page runs in a sandboxed frame, which has an origin of its own and no way out.
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
