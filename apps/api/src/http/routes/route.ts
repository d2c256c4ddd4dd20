import type { Readable } from 'node:stream'
import type { Endpoint, ObjectSchema } from '@opal/contract/http/endpoint'
import type { Client } from '@opal/domain/limits/client'
import type * as z from 'zod'
import type { Caller, WalletCaller } from '../../auth/caller.ts'
import type { ApiContext } from '../../context.ts'

/** The parsed parts of a request. */
export interface RouteInput<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

/** An endpoint of the contract with what answers it. */
export interface Route {
  readonly endpoint: Endpoint
  readonly handle: (context: ApiContext, input: RouteInput<never, never, never>, caller: never) => Promise<unknown>
  /** Whether the handler returns {@link SentAsIs}; the value of any other is checked against the contract and serialized. */
  readonly sendsFile: boolean
}

/** Handles a call described by its endpoint's schemas; `Who` is the caller it admits. */
export type Handler<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Who,
> = (
  context: ApiContext,
  input: RouteInput<z.output<Params>, z.output<Query>, z.output<Body>>,
  caller: Who,
) => Promise<z.input<Response> | Answer<z.input<Response>>>

/** Joins an endpoint and a handler whose types come from the contract; `Who` is the caller it admits. */
export type DefineRoute<Who> = <
  Params extends ObjectSchema,
  Query extends ObjectSchema,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Failure,
>(
  endpoint: Endpoint<Params, Query, Body, Response, Failure>,
  handle: Handler<Params, Query, Body, Response, Who>,
) => Route

/** Joins an endpoint and its handler. */
export const defineRoute: DefineRoute<Caller> = (endpoint, handle) => {
  return { endpoint: endpoint as unknown as Endpoint, handle: handle as Route['handle'], sendsFile: false }
}

/** Joins an endpoint whose `access` is `wallet` and its handler, which is called for signed-in wallets only. */
export const defineWalletRoute: DefineRoute<WalletCaller> = (endpoint, handle) => {
  if (endpoint.access !== 'wallet') throw new Error(`${endpoint.id} is not for wallets only`)
  return { endpoint: endpoint as unknown as Endpoint, handle: handle as Route['handle'], sendsFile: false }
}

/** Who reads a file. */
export interface FileClient {
  /** Its requests are queued behind each other. */
  readonly client: Client
  /** Is aborted when the reader disconnects before the file is sent. */
  readonly leaving: AbortSignal
}

/** Joins an endpoint that answers a file and its handler. */
export function defineFileRoute<
  Params extends ObjectSchema,
  Query extends ObjectSchema,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Failure,
>(
  endpoint: Endpoint<Params, Query, Body, Response, Failure>,
  handle: (
    context: ApiContext,
    input: RouteInput<z.output<Params>, z.output<Query>, z.output<Body>> & FileClient,
  ) => Promise<SentAsIs>,
): Route {
  return { endpoint: endpoint as unknown as Endpoint, handle: handle as unknown as Route['handle'], sendsFile: true }
}

/** An answer with a status or headers of its own; a plain value is answered with 200. */
export class Answer<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: Body, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** A file: bytes, or a stream of them, that are sent past the contract's serializer. */
export class SentAsIs {
  readonly body: Buffer | Readable
  readonly headers: Readonly<Record<string, string>>

  constructor(body: Buffer | Readable, headers: Readonly<Record<string, string>>) {
    this.body = body
    this.headers = headers
  }
}
