import type { ApiClient } from '@opal/contract/client'
import { showToast } from '@opal/ui/feedback/show-toast'
import { failureSentence } from '../../shared/format/failure-sentence.ts'
import { clearSession } from './apply-session.ts'
import { closeSession } from './session-calls.ts'

/** Ends the session here immediately, and at the API; shows an error when that fails, because the cookie stays valid. */
export async function endSession(api: ApiClient): Promise<void> {
  clearSession()
  try {
    await closeSession(api)
  } catch (cause) {
    await showToast(
      `Signed out in this browser only. ${failureSentence(cause)} Your session there will expire on its own.`,
      'error',
    )
  }
}
