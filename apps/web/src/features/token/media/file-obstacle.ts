import { errorBody } from '@opal/contract/http/error-body'

/** Returns why a URL has no file; null when it has one. */
export async function fileObstacle(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url)
    if (answer.ok) {
      await answer.body?.cancel()
      return null
    }
    const body = errorBody.safeParse(await answer.json())
    return body.success ? body.data.error.message : 'Try again in a minute.'
  } catch {
    return 'Couldn’t reach the server.'
  }
}
