import { readEnvironment } from '@opal/domain/environment/read-environment'
import { parseTrustedProxies } from '@opal/domain/limits/trusted-proxies'
import { NETWORK_NAMES, PUBLIC_NODES } from '@opal/domain/network'
import { isLoopbackUrl, publishedFaults } from '@opal/domain/text/published-url'
import { parseContracts } from '@opal/marketplaces/contracts/parse-contracts'
import {
  baseUrl,
  chainAddress,
  drainMs,
  logLevel,
  optional,
  parsedBy,
  port,
  publishedUrl,
  TRACING_VARIABLES,
  tracingOf,
} from '@opal/runtime/environment/variables'
import { z } from 'zod'

const optionalPublishedUrl = optional(publishedUrl)

/** `Name=https://address, Name=https://address`: links of the footer, in their order. */
const socialLinks = z.string().transform((text, context) =>
  text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => {
      const [, name = '', address = ''] = /^([^=]{1,24})=(https:\/\/\S+)$/.exec(pair) ?? []
      if (!URL.canParse(address)) context.addIssue(`"${pair}" is not Name=https://address`)
      return { name: name.trim(), url: address }
    }),
)

/** Checked here; browsers get the text, and parse it again. */
const marketplaceContracts = parsedBy((text) => {
  parseContracts(text)
  return text
})

const variables = z.object({
  OPAL_NETWORK: z.enum(NETWORK_NAMES),
  HOST: z.string().default('127.0.0.1'),
  WEB_PORT: port.default(3000),
  /** Public address of the site, for canonical addresses and share cards. */
  WEB_PUBLIC_URL: optionalPublishedUrl,
  /** Address of the API for browsers; required except on `local`. */
  API_PUBLIC_URL: optionalPublishedUrl,
  /** Address of the API for this server; by default the public one. */
  API_INTERNAL_URL: optional(baseUrl),
  /** As for the API: browsers check what they sign against these contracts, not against what the API answers. */
  MARKETPLACE_CONTRACTS: marketplaceContracts.prefault(''),
  AGGREGATOR_ADDRESS: optional(chainAddress),
  /** Node REST address with /v1, from which browsers read balances and their own transactions. */
  NODE_PUBLIC_URL: optionalPublishedUrl,
  /** Browsers load `ipfs://` animations from the first one. */
  IPFS_GATEWAYS: z
    .string()
    .default('https://ipfs.io/ipfs')
    .transform((text) => (text.split(',')[0] ?? '').trim())
    .pipe(publishedUrl),
  /** Module of the game whose items store their details on chain; absent means that there is none. */
  GEAR_MODULE: optional(z.string().regex(/^0x[0-9a-f]{1,64}::\w{1,128}$/, 'expected 0xADDRESS::MODULE')),
  /** Script that registers the development wallet. Ignored except on the local network. */
  DEV_WALLET_SCRIPT_URL: optionalPublishedUrl,
  /** Links in the footer. */
  SOCIAL_LINKS: socialLinks.default([]),
  /** Site on which collections are launched; absent means no link. */
  LAUNCHPAD_URL: optional(baseUrl),
  /** File served as /network.json; absent means 404. */
  NETWORK_JSON: z.string().optional(),
  /** Interface and port of the metrics; without a port none are served. */
  WEB_METRICS_HOST: z.string().default('127.0.0.1'),
  WEB_METRICS_PORT: optional(port),
  DRAIN_MS: drainMs,
  ...TRACING_VARIABLES,
  /** Pages per minute and client. */
  WEB_RATE_LIMIT: z.coerce.number().int().min(1).default(600),
  TRUST_PROXY: optional(parsedBy(parseTrustedProxies)),
  LOG_LEVEL: logLevel,
})

function configOf(env: z.output<typeof variables>) {
  const apiPublicUrl = env.API_PUBLIC_URL ?? 'http://127.0.0.1:3001'
  return {
    network: env.OPAL_NETWORK,
    host: env.HOST,
    port: env.WEB_PORT,
    publicUrl: env.WEB_PUBLIC_URL ?? `http://${env.HOST}:${env.WEB_PORT}`,
    apiPublicUrl,
    apiInternalUrl: env.API_INTERNAL_URL ?? apiPublicUrl,
    nodeUrl: env.NODE_PUBLIC_URL ?? PUBLIC_NODES[env.OPAL_NETWORK],
    marketplaceContracts: env.MARKETPLACE_CONTRACTS,
    aggregatorAddress: env.AGGREGATOR_ADDRESS ?? null,
    devWalletScriptUrl: env.OPAL_NETWORK === 'local' ? (env.DEV_WALLET_SCRIPT_URL ?? null) : null,
    ipfsGatewayUrl: env.IPFS_GATEWAYS,
    gearModule: env.GEAR_MODULE ?? null,
    socialLinks: env.SOCIAL_LINKS,
    launchpadUrl: env.LAUNCHPAD_URL ?? null,
    networkJson: env.NETWORK_JSON ?? null,
    pagesPerMinute: env.WEB_RATE_LIMIT,
    metrics: env.WEB_METRICS_PORT === undefined ? null : { host: env.WEB_METRICS_HOST, port: env.WEB_METRICS_PORT },
    /** Where spans are sent; null traces nothing. */
    tracing: tracingOf(env),
    drainMs: env.DRAIN_MS,
    /** Addresses, networks and names of the proxies whose `X-Forwarded-For` counts. */
    trustedProxies: env.TRUST_PROXY ?? [],
    /**
     * Whether requests from this machine are exempt from the rate limit. False where the site is public and `TRUST_PROXY` is not
     * set: a proxy on this machine would exempt every visitor.
     */
    exemptsOwnMachine:
      env.TRUST_PROXY !== undefined || env.WEB_PUBLIC_URL === undefined || isLoopbackUrl(env.WEB_PUBLIC_URL),
    logLevel: env.LOG_LEVEL,
  }
}

/** Every environment variable that the web server reads. */
export const VARIABLES: readonly string[] = Object.keys(variables.shape)

/** Configuration of the web server. */
export type WebConfig = ReturnType<typeof configOf>

/**
 * Reads the environment.
 * @throws EnvironmentError with all faults.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): WebConfig {
  const failure = 'The web server cannot start'
  return configOf(readEnvironment({ failure, schemas: variables.shape, env, faultsTogether: publishedFaults }))
}
