import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ApiError, invalidInput, notFound } from '../api-error.ts'
import { BCS, wantsBcs } from '../bcs-answer.ts'
import { encodeOutput } from '../encode-output.ts'
import { normaliseBodyType } from '../move-type-text.ts'
import { checkLedgerVersion, parseAddressParameter } from '../parameters.ts'
import type { RestContext } from '../rest-context.ts'
import { sendMoveJson } from '../send-move-json.ts'
import { standardAddress } from '../standard-address.ts'
import { canonicalTableKey } from '../table-key.ts'

const RawBody = z.object({ key: z.string().regex(/^(?:0x)?(?:[0-9a-f]{2})*$/i) })
const Body = z.object({ key_type: z.string(), value_type: z.string(), key: z.json() })

/** `POST /v1/tables/:handle/item`: one value of a Move table, bare; `/raw_item` takes and gives BCS. */
export function addTableRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.post<{ Params: { handle: string }; Querystring: { ledger_version?: unknown } }>(
    '/tables/:handle/item',
    (request, reply) => {
      const handle = parseAddressParameter(request.params.handle, 'table_handle')
      checkLedgerVersion(request.query.ledger_version, ledger.head)
      const body = Body.safeParse(request.body)
      if (!body.success) throw invalidInput('Expected a JSON object with key_type, value_type and key')
      normaliseBodyType(body.data.value_type)
      const key = canonicalTableKey(normaliseBodyType(body.data.key_type), body.data.key)
      const value = ledger.tableItem(handle, key)
      if (value === null) {
        const by = `Table handle(${standardAddress(handle)}), Table key(${key.slice(0, 200)}) and Ledger version(${ledger.head.version})`
        throw notFound('table_item_not_found', 'Table Item', by)
      }
      return sendMoveJson(reply, value)
    },
  )

  app.post<{ Params: { handle: string }; Querystring: { ledger_version?: unknown } }>(
    '/tables/:handle/raw_item',
    (request, reply) => {
      const handle = parseAddressParameter(request.params.handle, 'table_handle')
      checkLedgerVersion(request.query.ledger_version, ledger.head)
      if (!wantsBcs(request)) {
        throw new ApiError(403, 'api_disabled', 'Get raw table item is not allowed: please use get table item instead.')
      }
      const body = RawBody.safeParse(request.body)
      if (!body.success) throw invalidInput('Expected a JSON object with key, in hex')
      const item = ledger.at(ledger.head.version)?.rawTableItem(handle, Buffer.from(body.data.key.replace(/^0x/i, ''), 'hex'))
      if (item === null || item === undefined) {
        const by = `Table handle(${standardAddress(handle)}), Table key(${body.data.key.slice(0, 200)}) and Ledger version(${ledger.head.version})`
        throw notFound('table_item_not_found', 'Table Item', by)
      }
      return reply.type(BCS).send(Buffer.from(encodeOutput(item.valueType, item.value)))
    },
  )
}
