import type { ApiContext } from '../context.ts'
import { PreparedJson } from './prepared-json.ts'

/** A page of tokens, put together of cards. @param rest what stands beside `data`. */
export async function tokenPage(
  { tokenCards }: ApiContext,
  ids: readonly string[],
  rest: { readonly nextCursor: string | null; readonly total?: number },
): Promise<PreparedJson> {
  const data = await tokenCards.list(ids)
  return new PreparedJson(`{"data":[${data.join(',')}],${JSON.stringify(rest).slice(1)}`)
}
