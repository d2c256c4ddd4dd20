import { Deserializer, EntryFunction, type EntryFunctionBytes } from '@aptos-labs/ts-sdk'
import { parseAddress, toShortAddress } from '@opal/domain/address'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import type { Ledger, ViewResult } from '../../ledger/ledger.ts'
import type { StateView } from '../../ledger/state/state-view.ts'
import { encodeValue, layoutsOf } from '../bcs/encode-value.ts'
import { formatTypeTag, normaliseBodyType } from '../requests/move-type-text.ts'
import { readBcs } from '../requests/signed-body.ts'
import { invalidInput } from '../responses/api-error.ts'
import { sendBcs, wantsBcs } from '../responses/bcs-answer.ts'
import { sendMoveJson, toMoveJson } from '../responses/send-move-json.ts'
import { type RestContext, stateAt } from '../rest-context.ts'

const FUNCTION_ID = /^(0x[0-9a-f]{1,64}|[0-9a-f]{1,64})::([A-Za-z_]\w*)::([A-Za-z_]\w*)$/i
const Body = z.object({
  function: z.string().max(600),
  type_arguments: z.array(z.string()).max(32).default([]),
  arguments: z.array(z.json()).max(256).default([]),
})

/** Adds `POST /v1/view`: a read-only call, its arguments as JSON or BCS; answers the list of returned values. */
export function addViewRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.post<{ Querystring: { ledger_version?: unknown } }>('/view', (request, reply) => {
    const state = stateAt(ledger, request.query.ledger_version)
    const result = Buffer.isBuffer(request.body) ? viewBcs(state, request.body) : viewJson(state, request.body)
    reply.header('x-aptos-gas-used', String(result.gasUsed))
    return wantsBcs(request) ? sendValues(reply, result, ledger) : sendMoveJson(reply, result.values)
  })
}

/** Returns a vector of each value's BCS. */
function sendValues(reply: FastifyReply, { values, types }: ViewResult, ledger: Ledger): FastifyReply {
  const layouts = layoutsOf(ledger)
  const encoded = values.map((value, index) => encodeValue(types[index] ?? '', toMoveJson(value), layouts))
  return sendBcs(reply, (writer) => {
    writer.serializeU32AsUleb128(encoded.length)
    for (const bytes of encoded) writer.serializeBytes(bytes)
  })
}

function viewJson(state: StateView, body: unknown): ViewResult {
  const request = Body.safeParse(body)
  if (!request.success) throw invalidInput('Expected a JSON object with function, type_arguments and arguments')
  const match = FUNCTION_ID.exec(request.data.function)
  if (match === null) throw invalidInput(`Invalid entry function ID "${request.data.function.slice(0, 200)}"`)
  const [, address, module, name] = match as unknown as [string, string, string, string]
  return state.view(
    `${toShortAddress(parseAddress(address))}::${module}::${name}`,
    request.data.type_arguments.map(normaliseBodyType),
    request.data.arguments,
  )
}

function viewBcs(state: StateView, body: Uint8Array): ViewResult {
  const call = readBcs('ViewFunction', body, (bytes) => EntryFunction.deserialize(new Deserializer(bytes)))
  const address = toShortAddress(parseAddress(call.module_name.address.toString()))
  return state.view(
    `${address}::${call.module_name.name.identifier}::${call.function_name.identifier}`,
    call.type_args.map(formatTypeTag),
    call.args.map((argument) => (argument as EntryFunctionBytes).value.value),
  )
}
