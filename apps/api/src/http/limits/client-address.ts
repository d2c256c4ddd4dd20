import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { type Client, clientAt } from '@opal/domain/limits/client'
import { isFromOwnMachine } from '@opal/domain/limits/own-machine'
import type { ApiConfig } from '../../config.ts'

/** Settings that decide which clients there are. */
type ClientConfig = Pick<ApiConfig, 'trustedProxies' | 'exemptsOwnMachine'>

/**
 * Returns Fastify's `trustProxy`. Where programs of this machine are exempt, what they forward is believed: the site's server says
 * for which visitor it asks.
 */
export function proxyTrust({ trustedProxies, exemptsOwnMachine }: ClientConfig): string[] | false {
  const believed = exemptsOwnMachine ? [...trustedProxies, 'loopback'] : [...trustedProxies]
  return believed.length === 0 ? false : believed
}

/** Identifies clients for limits. */
export interface ClientIdentity {
  /** The client by its address, read past trusted proxies, and its site. */
  readonly clientOf: (request: IncomingMessage) => Client
  /** Returns whether a program of this machine made the request for itself. Those are not limited where they are exempt. */
  readonly isOwnMachine: (request: IncomingMessage) => boolean
}

/** Key of clients whose connection has ended before they were counted. */
const GONE = 'gone'

/** Returns the client's address; undefined, which the library's type leaves out, once its connection is gone. */
function addressOf(...args: Parameters<typeof proxyAddr>): string | undefined {
  return proxyAddr(...args)
}

/** Creates the identity test that HTTP calls and sockets share. */
export function clientIdentity(config: ClientConfig): ClientIdentity {
  const isTrusted = trustOf(config)
  return {
    clientOf: (request) => clientAt(addressOf(request, isTrusted) ?? GONE),
    isOwnMachine: (request) => config.exemptsOwnMachine && isFromOwnMachine(request),
  }
}

/** Headers by which proxies of the edge say how they were reached. The site's server names its visitor alone. */
const EDGE_HEADERS = [
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-real-ip',
  'forwarded',
  'via',
] as const

/**
 * Returns a function that decides whether the site's server made a request: the peer is trusted, and there is no header that proxies of
 * the edge add and the site does not.
 */
export function siteTest(config: ClientConfig): (request: IncomingMessage) => boolean {
  const isTrusted = trustOf(config)
  return ({ socket, headers }) =>
    isTrusted(socket.remoteAddress ?? GONE, 0) && !EDGE_HEADERS.some((name) => name in headers)
}

function trustOf(config: ClientConfig): (address: string, hop: number) => boolean {
  const believed = proxyTrust(config)
  return believed === false ? () => false : proxyAddr.compile(believed)
}
