import { ERROR_STATUS, errorBody } from '@opal/contract/http/error-body'
import * as z from 'zod'
import type { FuzzRequest } from './fuzz-request.ts'

/** A response. */
export interface FuzzAnswer {
  readonly status: number
  readonly text: string
  readonly milliseconds: number
}

/** An answer that takes longer is unbounded work. The store cuts its statements off after 10 s; nothing may come near. */
export const SLOWEST_MS = 8_000
/** The largest answer of any page. */
const LARGEST = 4 * 1024 * 1024

/** Words of stack traces, statements, the driver and our folders: nothing a client should ever read. */
const INTERNALS =
  /node_modules|\.ts:\d|\n\s+at \w|pg_catalog|kysely|postgres(ql)?:|syntax error at|relation "|column "|duplicate key|invalid input syntax for type (?!timestamp)|null value in column|invalid byte sequence|ECONN|ENOENT|root:x:0|zod|\bTypeError\b|RangeError|Cannot read prop|is not a function|is not iterable/i

/** Returns the fault of a response; null without one. */
export function faultOf(request: FuzzRequest, answer: FuzzAnswer): string | null {
  if (answer.milliseconds > SLOWEST_MS) return `took ${Math.round(answer.milliseconds)} ms`
  if (answer.text.length > LARGEST) return `is ${answer.text.length} characters long`
  if (answer.status >= 400 && INTERNALS.test(answer.text)) return 'reveals internals'
  if (request.dialect !== 'contract' && answer.status < 404) return graphqlFault(request, answer)
  if (answer.status < 400 || request.method === 'HEAD') return answer.status >= 500 ? `is a ${answer.status}` : null
  return errorFault(request, answer)
}

function errorFault({ serverErrors }: FuzzRequest, { status, text }: FuzzAnswer): string | null {
  const body = errorBody.safeParse(parse(text))
  if (!body.success) return 'is an error without the contract’s body'
  const { code } = body.data.error
  if (!(code in ERROR_STATUS)) return `has an unknown code, ${code}`
  if (ERROR_STATUS[code as keyof typeof ERROR_STATUS] !== status) return `has code ${code} with status ${status}`
  if (status >= 500 && !(serverErrors as readonly string[]).includes(code))
    return `is a failure of ours: ${status} ${code}`
  return null
}

const graphqlErrors = z.object({
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() })).optional(),
})

function graphqlFault({ dialect }: FuzzRequest, { status, text }: FuzzAnswer): string | null {
  const body = graphqlErrors.safeParse(parse(text))
  if (!body.success) return `is no answer of GraphQL (${status})`
  for (const { message, extensions } of body.data.errors ?? []) {
    if (INTERNALS.test(message)) return 'reveals internals'
    if (dialect === 'chain-graphql' ? extensions?.code === 'unexpected' : message === 'The query failed.')
      return `is a failure of ours: ${message}`
  }
  return null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
