import { clientAt } from './client.ts'

/** Labels below a country's under which its registry sells names, as in `example.co.uk`. */
const REGISTRY_LABELS: ReadonlySet<string> = new Set(['ac', 'co', 'com', 'edu', 'go', 'gov', 'ne', 'net', 'or', 'org'])

/**
 * Returns what bounds count a host by: the name that its owner registered, as owners make any number of hosts below it, or the network
 * of an address. There is no list of public suffixes here: strangers who have hosts below one service's name have one share of a bound.
 * @param hostname as URLs have it, IPv6 in brackets or not.
 * @example hostOwner('a.cdn.example.co.uk') // 'example.co.uk'
 */
export function hostOwner(hostname: string): string {
  const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  if (host.includes(':')) return clientAt(host).at(-1)?.key ?? host
  if (/^[\d.]+$/.test(host)) return host
  const labels = host.split('.')
  const isBelowRegistry = labels.at(-1)?.length === 2 && REGISTRY_LABELS.has(labels.at(-2) ?? '')
  return labels.slice(isBelowRegistry ? -3 : -2).join('.')
}
