import { isLoopbackHost } from '@opal/domain/text/published-url'
import type { WebConfig } from '../config.ts'

/**
 * Returns the response of `/network.json`, from the text of the supervisor's file. Accounts include private keys, so they are
 * returned on a local network only, and never to a foreign host name that resolves to this machine (DNS rebinding).
 * @param hostname host name of the request.
 * @returns null when the file is invalid, or for another host.
 */
export function describeNetwork(text: string, network: WebConfig['network'], hostname: string): object | null {
  if (network === 'local' && !isLoopbackHost(hostname)) return null
  const described = parse(text)
  if (described === null) return null
  return network === 'local' ? described : { ...described, accounts: [] }
}

/** The file may be read while it is being written. */
function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
