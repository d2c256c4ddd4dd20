import type * as z from 'zod'
import type { ErrorCode } from './error-body.ts'

/** The public bases of the product's calls; `root` has no prefix. @source docs/product/api.md#bases */
export const BASE_PATHS = { main: '/api', aggregator: '/aggregator', data: '/data', root: '' } as const
export type Base = keyof typeof BASE_PATHS

/** Schema of path parameters or of a query: an object, unknown members refused. */
export type ObjectSchema = z.ZodType<Record<string, unknown>, Record<string, unknown>>

/** Limits that calls may have of their own; `docs/reference/configuration.md` says how much each lets through. */
export type CallBudget =
  | 'trade'
  | 'sign-in'
  | 'sign-in-message'
  | 'export'
  | 'snapshot'
  | 'refresh'
  | 'token-set'
  | 'token-set-reading'

/** One call of the HTTP API as data: the server validates with it, the client is typed by it, the reference is made from it. */
export interface Endpoint<
  Params extends ObjectSchema = ObjectSchema,
  Query extends ObjectSchema = ObjectSchema,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Failure = unknown,
> {
  /** Unique verb and object, kebab-case; the operation id of the OpenAPI description. */
  readonly id: string
  /** Base paths of the endpoint; clients use the first. */
  readonly bases: readonly [Base, ...Base[]]
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below the base, parameters as `:name`. */
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Response
  /** Content type of an answer that is no JSON but bytes; its schema only describes them. */
  readonly produces?: 'image/png' | 'application/octet-stream'
  /** Responses with another status than 200 that are no error body. */
  readonly otherResponses?: Readonly<Record<number, z.ZodType>>
  /** Error codes of this call, in addition to those of every call (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorCode[]
  /**
   * The value that the client returns in place of an error, wrapped so that null and 0 are possible; absent means
   * it throws.
   * @source docs/product/api.md#values-in-place-of-failures
   */
  readonly failure?: { readonly value: Failure }
  /** Kinds of body that are read in addition to JSON. */
  readonly bodyKinds?: readonly ('form' | 'multipart')[]
  /** Largest body that is read, in bytes, where that is more than usual. */
  readonly maxBodyBytes?: number
  /** A limit of its own in addition to the general one, because the call costs more than a read. */
  readonly budget?: CallBudget
  /**
   * `shared`: everyone gets the same answer, which the server may cache briefly.
   * `shared-without-wallet`: the same, except when the query names a wallet, whose favourites the answer then marks.
   */
  readonly cache?: 'shared' | 'shared-without-wallet'
  /**
   * `primary`: read where it is written, since its users have just written it, or since it must be complete. Others may be read from a replica.
   * `nothing`: not read from the store at all, so that the call does not wait for those that are.
   */
  readonly reads?: 'primary' | 'nothing'
  /** Required access: everyone by default. `wallet` needs a session, `operator` the operator's token. */
  readonly access?: 'wallet' | 'operator'
  /** A request that works on a seeded store. */
  readonly example: {
    readonly params?: z.input<Params>
    readonly query?: z.input<Query>
    readonly body?: z.input<Body>
  }
}

/** States an endpoint, keeping its exact types. */
export function defineEndpoint<
  Params extends ObjectSchema,
  Query extends ObjectSchema,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Failure = never,
>(endpoint: Endpoint<Params, Query, Body, Response, Failure>): Endpoint<Params, Query, Body, Response, Failure> {
  return endpoint
}

type Slot<Name extends string, Schema extends z.ZodType> =
  undefined extends z.input<Schema>
    ? { readonly [K in Name]?: z.input<Schema> }
    : Record<never, never> extends z.input<Schema>
      ? { readonly [K in Name]?: z.input<Schema> }
      : { readonly [K in Name]: z.input<Schema> }

/** The caller's input: parts with required members are required. */
export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType, unknown>
    ? Slot<'params', P> & Slot<'query', Q> & Slot<'body', B>
    : never

/** The API's response. */
export type EndpointOutput<E> = E extends { readonly response: infer R extends z.ZodType } ? z.output<R> : never

/** The client's result: the response, or the endpoint's failure value. */
export type EndpointResult<E> =
  | EndpointOutput<E>
  | (E extends { readonly failure?: { readonly value: infer F } } ? F : never)
