import type { FastifyInstance } from 'fastify'
import { encodeValue, layoutsOf } from '../bcs/encode-value.ts'
import { structTagBytes } from '../bcs/type-bytes.ts'
import { lengthPrefixed, writeMap } from '../bcs/write-parts.ts'
import { cutCursorPage } from '../requests/cursor-page.ts'
import { normaliseStructParameter } from '../requests/move-type-text.ts'
import { parseAddressParameter, parseLimitQuery, standardAddress } from '../requests/parameters.ts'
import { notFound } from '../responses/api-error.ts'
import { answerInBoth, sendBytes, wantsBcs } from '../responses/bcs-answer.ts'
import { type RestContext, stateAt } from '../rest-context.ts'

const MOST_RESOURCES = 9_999

interface StateQuery {
  readonly ledger_version?: unknown
  readonly limit?: unknown
  readonly start?: unknown
}

/** `GET /v1/accounts/:address/resources` and `/resource/:type`: an account's state. */
export function addResourceRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  const layouts = layoutsOf(ledger)
  app.get<{ Params: { address: string }; Querystring: StateQuery }>(
    '/accounts/:address/resources',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const state = stateAt(ledger, request.query.ledger_version)
      const limit = parseLimitQuery(request.query.limit, MOST_RESOURCES, MOST_RESOURCES)
      const entries = [...state.resources(address)].map(([type, data]) => [type, { type, data }] as const)
      const page = cutCursorPage(new Map(entries), request.query.start, limit)
      if (page.cursor !== null) reply.header('x-aptos-cursor', page.cursor)
      return answerInBoth(request, reply, {
        json: () => page.items,
        bcs: (writer) =>
          writeMap(
            writer,
            page.items.map(({ type, data }) => [
              structTagBytes(type),
              lengthPrefixed(encodeValue(type, data, layouts)),
            ]),
          ),
      })
    },
  )

  app.get<{ Params: { address: string; type: string }; Querystring: StateQuery }>(
    '/accounts/:address/resource/:type',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const type = normaliseStructParameter(request.params.type, 'resource_type')
      const state = stateAt(ledger, request.query.ledger_version)
      const data = state.resource(address, type)
      if (data === null) {
        const by = `Address(${standardAddress(address)}), Struct tag(${type}) and Ledger version(${state.version})`
        throw notFound('resource_not_found', 'Resource', by)
      }
      return wantsBcs(request) ? sendBytes(reply, encodeValue(type, data, layouts)) : reply.send({ type, data })
    },
  )
}
