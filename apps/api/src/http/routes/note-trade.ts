import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { TradeCounts } from '../../trading/trade-counts.ts'

const Reason = z.object({ code: z.string() }).nullish()
const Trade = z.object({
  payload: z.unknown(),
  reason: Reason,
  items: z.array(z.object({ reason: Reason })),
})

/** Reason that is of who asks alone: any number of visitors may look at what they cannot pay. */
const OWN_REASON = 'insufficient-balance'

/**
 * Counts an answer to a request for a trade. An answer without an offer has status 200, so it is logged and counted with the codes of its
 * reasons: an operator who is asked about a request id finds them. Requests by which a page refreshes its quote are not counted.
 */
export function noteTrade(counts: TradeCounts, request: FastifyRequest, call: string, result: unknown): void {
  if ((request.query as { refresh?: string }).refresh !== undefined) return
  const codes = refusalsOf(result)
  counts.note(call, codes)
  if (codes !== null)
    request.log.info({ requestId: request.id, call, reasons: [...new Set(codes)] }, 'trade not offered')
}

/**
 * Returns the codes of why an answer offers nothing; null where it offers a trade, or the wallet alone cannot pay. One with a payload offers none
 * either where a reason stops the whole: the node could not be asked, or says that it would fail.
 */
function refusalsOf(result: unknown): readonly string[] | null {
  const { data } = Trade.safeParse(result)
  if (data === undefined) return null
  const { payload, reason, items } = data
  const reasons = payload === null ? [reason, ...items.map((item) => item.reason)] : [reason]
  const codes = reasons.flatMap((each) => each?.code ?? [])
  if (codes.length === 0) return payload === null ? [] : null
  return codes.every((code) => code === OWN_REASON) ? null : codes
}
