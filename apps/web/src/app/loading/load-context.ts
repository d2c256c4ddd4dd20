import { type ApiClient, createApiClient } from '@opal/contract/client'
import { createContext, RouterContextProvider } from 'react-router'
import type { WebConfig } from '../../config.ts'
import type { PublicConfig } from '../public-config.ts'
import { readSeenVersion } from './seen-version.ts'

/** The API client of loaders: uses the server's internal address of the API. */
export const apiContext = createContext<ApiClient>()
/** As {@link apiContext}, in the site's own name: for answers that all visitors share, which none of them should pay for. */
export const siteApiContext = createContext<ApiClient>()
/** The public part of the server's configuration. */
export const publicConfigContext = createContext<PublicConfig>()
/** The nonce that inline scripts of this response carry. */
export const nonceContext = createContext<string>()

/** Names the request in the log, to the API and to its visitor. */
export const requestIdContext = createContext<string>()

/** Logs errors of loaders and of rendering. */
export const reportContext = createContext<(error: unknown) => void>()

/** Reads a style sheet of the build by its address on the site. */
export const stylesContext = createContext<(href: string) => string>()

/** A request that is being served, and what serving it needs. */
export interface ServedRequest {
  readonly nonce: string
  readonly requestId: string
  /** Sent with every call of the API that is made for it: its id, and its trace. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** The visitor's address, by which the API counts what is asked for this request; null for a program of this machine. */
  readonly visitor: string | null
  /** Its cookie header. */
  readonly cookie: string | null
  readonly report: (error: unknown) => void
  readonly readStyles: (href: string) => string
}

/** Creates the context that loaders and the entry read while one request is served. */
export function createLoadContext(
  config: WebConfig,
  { nonce, requestId, requestHeaders, visitor, cookie, report, readStyles }: ServedRequest,
): RouterContextProvider {
  const context = new RouterContextProvider()
  const headers = visitor === null ? requestHeaders : { ...requestHeaders, 'x-forwarded-for': visitor }
  const api = { api: config.apiInternalUrl, timeoutMs: 8000, headers: requestHeaders }
  const seen = readSeenVersion(cookie)
  context.set(apiContext, createApiClient({ ...api, headers, seen: () => seen }))
  context.set(siteApiContext, createApiClient(api))
  context.set(nonceContext, nonce)
  context.set(requestIdContext, requestId)
  context.set(reportContext, report)
  context.set(stylesContext, readStyles)
  context.set(publicConfigContext, {
    network: config.network,
    apiUrl: config.apiPublicUrl,
    nodeUrl: config.nodeUrl,
    marketplaceContracts: config.marketplaceContracts,
    aggregatorAddress: config.aggregatorAddress,
    publicUrl: config.publicUrl,
    socialLinks: config.socialLinks,
    ipfsGatewayUrl: config.ipfsGatewayUrl,
    gearModule: config.gearModule,
    launchpadUrl: config.launchpadUrl,
    devWalletScriptUrl: config.devWalletScriptUrl,
  })
  return context
}
