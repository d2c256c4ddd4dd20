import type { NetworkName } from '../network.ts'

/** Returns whether a host name or address, as in `HOST` or a URL's `hostname`, is this machine's own. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

/** Returns whether only programs on this machine can reach a URL. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname)
}

/**
 * Returns whether a URL contains user information: fetch refuses such a URL and quotes it in an error, which is
 * logged.
 */
export function namesUser(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** Least length of a part of a path that may be a key: versions, chain names and words are shorter. */
const KEY_LENGTH = 20

/**
 * Explains why a URL must not be published: browsers receive it, so every visitor can read it.
 * @returns the end of a sentence; null when the URL holds nothing like a secret.
 */
export function secretInUrl(url: string): string | null {
  const { username, password, search, hash, pathname, hostname } = new URL(url)
  if (username !== '' || password !== '') return 'holds a user name or a password, which every browser would see'
  if (search !== '' || hash !== '') return 'holds a query, which may carry a key that every browser would see'
  if ([...pathname.split('/'), ...hostname.split('.')].some(looksLikeKey))
    return 'holds what looks like a key, which every browser would see'
  return null
}

/**
 * Returns whether a word is like a key: keys are long and mix letters with digits or capitals; words with hyphens, and a number
 * behind them, are a name.
 */
export function looksLikeKey(part: string): boolean {
  if (part.length < KEY_LENGTH || /^[a-z]+(-[a-z]+)*(-\d+)?$/.test(part)) return false
  return /\d/.test(part) || /[A-Z]/.test(part)
}

/** A setting that does not fit the network it is for. */
export interface NetworkFault {
  /** The environment variable. */
  readonly variable: string
  readonly message: string
}

/** Variables of a program that serves browsers, or that publishes its addresses to them; undefined ones are not set, or wrong by themselves. */
export interface PublishedSettings {
  readonly OPAL_NETWORK?: NetworkName | undefined
  readonly HOST?: string | undefined
  readonly API_PUBLIC_URL?: string | undefined
  readonly WEB_PUBLIC_URL?: string | undefined
  readonly NODE_PUBLIC_URL?: string | undefined
}

/** Returns what must not be so of the addresses of the API and of the site: {@link networkFaults}, and an address of the API that is missing. */
export function publishedFaults(set: PublishedSettings): readonly NetworkFault[] {
  const { OPAL_NETWORK: network, HOST: value = '127.0.0.1', API_PUBLIC_URL, WEB_PUBLIC_URL, NODE_PUBLIC_URL } = set
  if (network === undefined) return []
  const faults = networkFaults(
    network,
    { variable: 'HOST', value },
    { API_PUBLIC_URL, WEB_PUBLIC_URL, NODE_PUBLIC_URL },
  )
  if (network === 'local' || API_PUBLIC_URL !== undefined) return faults
  const message = `OPAL_NETWORK=${network} needs the https address by which browsers reach the API`
  return [...faults, { variable: 'API_PUBLIC_URL', message }]
}

/**
 * Returns what must not be so on a network. `local` has keys that everyone knows, a faucet and open origins, so it is for this
 * machine alone. Elsewhere sessions and payloads travel by https; plain http is left to who looks at it on this machine.
 * @param publicUrls addresses that browsers use, by their variables; undefined ones are not set.
 */
export function networkFaults(
  network: NetworkName,
  host: { readonly variable: string; readonly value: string },
  publicUrls: Readonly<Record<string, string | undefined>>,
): readonly NetworkFault[] {
  const set = Object.entries(publicUrls).filter((entry): entry is [string, string] => entry[1] !== undefined)
  if (network !== 'local') {
    return set
      .filter(([, url]) => !url.startsWith('https:') && !isLoopbackUrl(url))
      .map(([variable, url]) => ({
        variable,
        message: `${new URL(url).host} is not reached by https: off OPAL_NETWORK=local, sessions and payloads travel by nothing else`,
      }))
  }
  const why = 'OPAL_NETWORK=local has keys that everyone knows and is for this machine alone'
  return [
    ...(isLoopbackHost(host.value)
      ? []
      : [{ variable: host.variable, message: `${host.value} is not loopback: ${why}` }]),
    ...set
      .filter(([, url]) => !isLoopbackUrl(url))
      .map(([variable, url]) => ({ variable, message: `${new URL(url).host} is not loopback: ${why}` })),
  ]
}
