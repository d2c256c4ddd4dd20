import { toAddressOrNull } from '@opal/domain/address'
import { namesUser, secretInUrl } from '@opal/domain/text/published-url'
import * as z from 'zod'
import type { TracingSettings } from '../tracing.ts'

const HTTP = { protocol: /^https?$/, error: 'expected http:// or https://' }

/** Returns a schema that treats an empty variable as unset. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** Returns a schema that parses a text by a function, whose exception becomes the fault. */
export const parsedBy = <Value>(parse: (text: string) => Value) =>
  z.string().transform((text, context) => {
    try {
      return parse(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
      return z.NEVER
    }
  })

/** A port; 0 is any free one. */
export const port = z.coerce.number().int().min(0).max(65_535)

/** Texts between commas. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

export const httpUrl = z.url(HTTP)

/** URL of a node. Its key is a variable of its own: a URL is logged. */
export const nodeUrl = z
  .url({ ...HTTP, abort: true })
  .refine((url) => !namesUser(url), 'contains a user name: set the key in its own variable')

/** URL to which paths are added: it loses a slash at its end. */
export const baseUrl = httpUrl.transform((url) => url.replace(/\/$/, ''))

/** Base URL that is sent to browsers: it must hold no secret. */
export const publishedUrl = baseUrl.superRefine((url, context) => {
  const secret = URL.canParse(url) ? secretInUrl(url) : null
  if (secret !== null) context.addIssue({ code: 'custom', message: secret })
})

export const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'expected postgres://user@host:port/database' })

/** Address of an account or an object on chain. */
export const chainAddress = z.string().refine((text) => toAddressOrNull(text) !== null, 'expected an address')

export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')

/** Time for which a program continues to answer after a stop signal, milliseconds, so that load balancers notice. */
export const drainMs = z.coerce.number().int().min(0).max(600_000).default(0)

/** Variables of OpenTelemetry that choose where spans are sent, and which share of the traces. */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}

/** Returns where spans are sent; null when nothing is traced. */
export function tracingOf(set: {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  readonly OTEL_TRACES_SAMPLER_ARG: number
}): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = set
  return endpoint === undefined ? null : { endpoint, share }
}
