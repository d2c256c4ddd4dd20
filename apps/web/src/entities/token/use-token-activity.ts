import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../shared/realtime/use-paced-refetch.ts'

/** Most tokens that are refetched in one go. */
const MAX_TOKENS = 10

/**
 * Refetches tokens to which something happens: another page, or another device, may have edited their listings.
 * @returns requests that one of them is refetched for another reason.
 */
export function useTokenActivity(tokenDataIds: readonly string[]): (tokenDataId: string) => void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(
    (ids) => refetchQueries(queryClient, ...ids.map((id) => ({ queryKey: ['token', id] }))),
    { batch: MAX_TOKENS },
  )
  useLive({ room: 'activity_room' }, (message) => {
    const id = message.kind === 'activity' ? message.activity.tokenDataId : null
    if (id !== null && tokenDataIds.includes(id)) refetch(id)
  })
  return refetch
}
