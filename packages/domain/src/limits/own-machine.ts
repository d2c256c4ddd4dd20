/** Loopback addresses as sockets name them. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Headers by which proxies name the client. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

/** The parts of an HTTP request that show where it comes from. */
export interface RequestOrigin {
  readonly socket: { readonly remoteAddress?: string | undefined }
  readonly headers: object
}

/** Returns whether a program of this machine made a request for itself. False for every forwarded request, whatever its headers name. */
export function isFromOwnMachine({ socket, headers }: RequestOrigin): boolean {
  return LOOPBACK.has(socket.remoteAddress ?? '') && !FORWARDING_HEADERS.some((name) => name in headers)
}
