import type { TestApi } from './test-api.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'

/** Sends a request to a test API; a payload that is a string is sent as it is, any other as JSON. */
export async function ask(
  { server }: TestApi,
  method: Method,
  url: string,
  payload?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await server.inject({
    method,
    url,
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
  return { status: answer.statusCode, json: answer.json(), cookie: String(answer.headers['set-cookie'] ?? '') }
}

/** Returns a refused request's result of {@link ask}, to match against. */
export const refused = (status: number, code: string) => ({ status, json: { error: { code } } })
