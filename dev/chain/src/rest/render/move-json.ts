import type { Json } from '@opal/domain/json'

/** The stream carries Move values as JSON text (u64 and wider as strings inside). Absent text is null. */
export function parseMoveJson(text: string | undefined): Json {
  return text === undefined || text === '' ? null : (JSON.parse(text) as Json)
}
