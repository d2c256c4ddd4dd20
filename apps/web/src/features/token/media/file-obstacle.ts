import { statusSentence } from '@opal/contract/http/api-error'
import { errorBody } from '@opal/contract/http/error-body'

/** Returns why a URL has no file; null when it has one. */
export async function fileObstacle(url: string): Promise<string | null> {
  const answer = await fetch(url).catch(() => null)
  if (answer === null) return 'Couldn’t reach the server.'
  if (answer.ok) {
    await answer.body?.cancel()
    return null
  }
  const body = errorBody.safeParse(await answer.json().catch(() => null))
  return body.success ? body.data.error.message : statusSentence(answer.status)
}
