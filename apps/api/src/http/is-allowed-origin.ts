import type { ApiConfig } from '../config.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * May a page of this origin call us with its cookies? The web app may; on a local network also whatever runs on the same
 * machine, on any port.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  config: Pick<ApiConfig, 'webPublicUrl' | 'network'>,
): boolean {
  if (origin === undefined) return true
  if (origin === new URL(config.webPublicUrl).origin) return true
  if (config.network !== 'local' || !URL.canParse(origin)) return false
  return LOOPBACK.has(new URL(origin).hostname)
}
