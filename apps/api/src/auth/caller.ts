import { createHash, timingSafeEqual } from 'node:crypto'
import { type Address, parseAddress } from '@opal/domain/address'
import type { StoredSession } from '@opal/store/accounts/sessions'
import type { FastifyRequest } from 'fastify'
import type { ApiConfig } from '../config.ts'
import type { ApiContext } from '../context.ts'
import { ForeignOriginError, NotYourWalletError, OperatorOnlyError, SignInRequiredError } from '../errors.ts'
import { isAllowedOrigin } from '../http/browser-security.ts'
import { findOpenSession } from './key-rotation.ts'
import { hashSessionToken, sessionCookieName } from './session-token.ts'

/** The sender of a request. */
export interface Caller {
  /** The page's origin, when a browser names one that is allowed. */
  readonly origin: string | null
  /** The cookie's token; null for a visitor. It says nothing until the store was asked. */
  readonly sessionToken: string | null
  /** The session that is open now; null for a visitor. See {@link findOpenSession}. */
  session(): Promise<StoredSession | null>
}

/** A caller that the route has let in as a wallet. */
export interface WalletCaller extends Caller {
  readonly wallet: Address
}

/**
 * Reads who calls; the store is asked only when the route asks.
 * @param onAsked called before it is: what is answered then is for this caller alone.
 */
export function callerOf(
  request: FastifyRequest,
  context: ApiContext,
  config: ApiConfig,
  onAsked: () => void = () => undefined,
): Caller {
  const { origin } = request.headers
  const sessionToken = request.cookies[sessionCookieName(config.network)] || null
  return {
    origin: origin !== undefined && isAllowedOrigin(origin, config) ? origin : null,
    sessionToken,
    session: async () => {
      onAsked()
      return sessionToken === null ? null : findOpenSession(context, hashSessionToken(sessionToken))
    },
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what changes something for a page of a foreign origin. Browsers name the origin of every such request;
 * programs name none and carry no cookie of a victim.
 * @throws ForeignOriginError
 */
export function refuseForeignOrigin(request: FastifyRequest, config: ApiConfig): void {
  if (SAFE.has(request.method) || isAllowedOrigin(request.headers.origin, config)) return
  throw new ForeignOriginError()
}

/** Returns the wallet that a query names if it is the signed-in one; null for everyone else's. */
export async function ownWallet(caller: Caller, named: string | undefined): Promise<string | null> {
  if (named === undefined) return null
  const session = await caller.session()
  return session?.wallet === named ? named : null
}

/**
 * Lets a signed-in wallet in. A wallet that body or query name must be the signed-in one.
 * @throws SignInRequiredError, NotYourWalletError
 */
export async function requireWallet(caller: Caller, ...parts: readonly unknown[]): Promise<WalletCaller> {
  const session = await caller.session()
  if (session === null) throw new SignInRequiredError()
  const wallet = parseAddress(session.wallet)
  for (const part of parts) {
    const named = (part as { walletAddress?: unknown } | undefined)?.walletAddress
    if (named !== undefined && named !== wallet) throw new NotYourWalletError()
  }
  return { ...caller, wallet }
}

/**
 * Lets the operator in, by `Authorization: Bearer <token>`.
 * @throws OperatorOnlyError, also where no token is configured.
 */
export function requireOperator(request: FastifyRequest, config: ApiConfig): void {
  if (!isOperator(request.headers.authorization, config.operatorToken)) throw new OperatorOnlyError()
}

/** Returns whether an `Authorization` header is the operator's, in constant time; false without a configured token. */
export function isOperator(authorization: string | undefined, token: string | null): boolean {
  if (token === null || authorization === undefined) return false
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
