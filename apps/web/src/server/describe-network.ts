import { isLoopbackHost } from '@opal/domain/text/published-url'
import type { WebConfig } from '../config.ts'

/**
 * What `/network.json` answers, from the text of the supervisor's file. Accounts come with their private keys, so they
 * are shown on a local network only, whatever the file says, and not to a page from elsewhere whose name leads to this machine.
 * @param hostname what the browser believes to talk to.
 * @returns null when the file is no description, or not for this host.
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
