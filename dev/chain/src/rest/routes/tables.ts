import type { Json } from '@opal/domain/json'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { MoveOutput } from '../../modules/move-module.ts'
import { encodeValue, layoutsOf } from '../bcs/encode-value.ts'
import { normaliseBodyType } from '../requests/move-type-text.ts'
import { parseAddressParameter, standardAddress } from '../requests/parameters.ts'
import { canonicalTableKey } from '../requests/table-key.ts'
import { ApiError, invalidInput, notFound } from '../responses/api-error.ts'
import { sendBytes, wantsBcs } from '../responses/bcs-answer.ts'
import { sendMoveJson } from '../responses/send-move-json.ts'
import { type RestContext, stateAt } from '../rest-context.ts'

const RawBody = z.object({ key: z.string().regex(/^(?:0x)?(?:[0-9a-f]{2})*$/i) })
const Body = z.object({ key_type: z.string(), value_type: z.string(), key: z.json() })

interface TableRequest {
  readonly Params: { readonly handle: string }
  readonly Querystring: { readonly ledger_version?: unknown }
}

/** Adds `POST /v1/tables/:handle/item`: one value of a Move table, bare; `/raw_item` takes and gives BCS. */
export function addTableRoute(app: FastifyInstance, { ledger }: RestContext): void {
  const layouts = layoutsOf(ledger)
  const encode = ({ valueType, value }: { valueType: string; value: MoveOutput }) =>
    encodeValue(valueType, value as Json, layouts)

  app.post<TableRequest>('/tables/:handle/item', (request, reply) => {
    const handle = parseAddressParameter(request.params.handle, 'table_handle')
    const body = Body.safeParse(request.body)
    if (!body.success) throw invalidInput('Expected a JSON object with key_type, value_type and key')
    normaliseBodyType(body.data.value_type)
    const state = stateAt(ledger, request.query.ledger_version)
    const key = canonicalTableKey(normaliseBodyType(body.data.key_type), body.data.key, layouts)
    const item = state.tableItem(handle, key) ?? throwNoItem(handle, key, state.version)
    return wantsBcs(request) ? sendBytes(reply, encode(item)) : sendMoveJson(reply, item.value)
  })

  app.post<TableRequest>('/tables/:handle/raw_item', (request, reply) => {
    const handle = parseAddressParameter(request.params.handle, 'table_handle')
    if (!wantsBcs(request)) {
      const message = 'Get raw table item is not allowed: Only BCS is supported as an AcceptType.'
      throw new ApiError(403, 'api_disabled', message)
    }
    const body = RawBody.safeParse(request.body)
    if (!body.success) throw invalidInput('Expected a JSON object with key, in hex')
    const state = stateAt(ledger, request.query.ledger_version)
    const { key } = body.data
    const found = state.rawTableItem(handle, Buffer.from(key.replace(/^0x/i, ''), 'hex'))
    return sendBytes(reply, encode(found ?? throwNoItem(handle, key, state.version)))
  })
}

function throwNoItem(handle: Parameters<typeof standardAddress>[0], key: string, version: bigint): never {
  const by = `Table handle(${standardAddress(handle)}), Table key(${key.slice(0, 200)}) and Ledger version(${version})`
  throw notFound('table_item_not_found', 'Table Item', by)
}
