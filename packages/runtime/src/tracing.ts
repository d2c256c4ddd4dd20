import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onRequestEnd } from './request-end.ts'

/** Destination and sampling of spans. */
export interface TracingSettings {
  /** Base URL of OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** Share of the traces started here that is sent, 0 to 1. */
  readonly share: number
}

/**
 * Sends spans to a collector until disposed. Without this call only OpenTelemetry's API is loaded, and no span is created.
 * @param service name of the program.
 */
export async function startTracing(service: string, { endpoint, share }: TracingSettings): Promise<AsyncDisposable> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { W3CTraceContextPropagator }, hooks] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
      import('@opentelemetry/context-async-hooks'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return {
    async [Symbol.asyncDispose]() {
      // Spans that cannot be sent at shutdown are lost.
      await provider.shutdown().catch(() => undefined)
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

export interface RequestTracing {
  /** Names a route. Defaults to Fastify's template. */
  readonly routeOf?: (request: FastifyRequest) => string | null
  /** Returns whether a request continues the trace that its headers name, and is sampled as they say. Defaults to none. */
  readonly isBelieved?: (request: FastifyRequest) => boolean
}

/**
 * Creates a span for each request, as the parent of all work for it. A trace begins with it, unless its client is believed: strangers
 * could force sampling, or add to the traces of others.
 */
export function traceRequests(
  server: FastifyInstance,
  { routeOf = ({ routeOptions }) => routeOptions.url ?? null, isBelieved = () => false }: RequestTracing = {},
): void {
  const tracer = trace.getTracer('opal')
  const spans = new WeakMap<FastifyRequest, Span>()
  server.addHook('onRequest', (request, _reply, done) => {
    const parent = isBelieved(request) ? propagation.extract(context.active(), request.headers) : context.active()
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent)
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  onRequestEnd(server, (request, _reply, status) => {
    const span = spans.get(request)
    const route = routeOf(request) ?? 'none'
    span?.updateName(`${request.method} ${route}`)
    // The path and its query may contain personal data.
    span?.setAttributes({
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': status,
      'opal.request_id': request.id,
    })
    if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/** Returns the headers that pass the current trace on to an outgoing request; none without tracing. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  propagation.inject(context.active(), headers)
  return headers
}

/** Runs work that no request asked for as a trace of its own; without tracing just runs it. */
export async function tracedWork<Result>(
  name: string,
  attributes: () => Readonly<Record<string, string>>,
  run: () => Promise<Result>,
): Promise<Result> {
  const span = trace.getTracer('opal').startSpan(name, { root: true, kind: SpanKind.INTERNAL })
  if (span.isRecording()) span.setAttributes(attributes())
  return await endingSpan(span, run)
}

/** Runs a function inside a child span; without tracing just runs it. */
export async function traced<Result>(
  name: string,
  attributes: () => Readonly<Record<string, string>>,
  run: () => Promise<Result>,
): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return run()
  return await endingSpan(
    trace.getTracer('opal').startSpan(name, { kind: SpanKind.CLIENT, attributes: attributes() }),
    run,
  )
}

/** Runs a function inside a span, and ends the span with it. */
async function endingSpan<Result>(span: Span, run: () => Promise<Result>): Promise<Result> {
  try {
    return await context.with(trace.setSpan(context.active(), span), run)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
    throw error
  } finally {
    span.end()
  }
}
