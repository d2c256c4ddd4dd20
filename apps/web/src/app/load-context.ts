import { type ApiClient, createApiClient } from '@opal/contract/client'
import { createContext, RouterContextProvider } from 'react-router'
import type { WebConfig } from '../config.ts'
import type { PublicConfig } from './public-config.ts'

/** The API, as loaders call it: by the server's own way to it. */
export const apiContext = createContext<ApiClient>()
/** What of the server's configuration pages may know. */
export const publicConfigContext = createContext<PublicConfig>()
/** What inline scripts of this one page must carry. */
export const nonceContext = createContext<string>()

/** Where errors of loaders and of rendering are told. */
export const reportContext = createContext<(error: unknown) => void>()

/** Reads a style sheet of the build by its address on the site. */
export const stylesContext = createContext<(href: string) => string>()

/** What loaders and the entry may ask for while one request is answered. */
export function createLoadContext(
  config: WebConfig,
  nonce: string,
  report: (error: unknown) => void,
  readStyles: (href: string) => string,
): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(apiContext, createApiClient({ api: config.apiInternalUrl, timeoutMs: 8000 }))
  context.set(nonceContext, nonce)
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
