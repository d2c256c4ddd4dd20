import type { ApiClient } from '@opal/contract/client'

/**
 * The API, as the browser calls it. The client, and the schemas it checks answers with, are loaded with the first call:
 * the first page arrives rendered and needs neither.
 */
export function createBrowserApi(origin: string): ApiClient {
  let client: Promise<ApiClient> | null = null
  return async (endpoint, input, options) => {
    client ??= import('@opal/contract/client').then(({ createApiClient }) => createApiClient({ api: origin }))
    const call = await client
    return call(endpoint, input, options)
  }
}
