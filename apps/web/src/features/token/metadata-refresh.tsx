import type { ApiClient } from '@opal/contract/client'
import { getMetadataState, type MetadataState, refreshMetadata } from '@opal/contract/tokens/metadata'
import { Button } from '@opal/ui/controls/button'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { STALE } from '../../app/loading/query-client.ts'
import { useSite } from '../../app/site.tsx'
import { Age } from '../../shared/components/age.tsx'
import { formatCount } from '../../shared/format/number.ts'
import styles from './metadata-refresh.module.css'
import { TOKEN_KEY } from './token-query.ts'

/** Shows when a token's metadata was fetched or its pending state, with a button that refreshes it. */
export default function MetadataRefresh({ tokenDataId }: { tokenDataId: string }) {
  const { api } = useSite()
  const client = useQueryClient()
  const query = metadataStateQuery(api, tokenDataId)
  const state = useQuery(query)
  const ask = useMutation({
    mutationFn: () => api(refreshMetadata, { params: { id: tokenDataId }, body: {} }),
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  })
  useReloadWhenFetched(tokenDataId, state.data)
  const waits = state.data?.status === 'pending'
  return (
    <span className={styles.line}>
      <span role="status" title={state.data?.error ?? undefined}>
        {ask.isError ? (
          'Couldn’t request a refresh'
        ) : state.data === undefined ? null : (
          <StateText state={state.data} />
        )}
      </span>
      <Button size="sm" variant="ghost" busy={ask.isPending || waits} onClick={() => ask.mutate()}>
        Refresh metadata
      </Button>
    </span>
  )
}

function StateText({ state }: { state: MetadataState }) {
  const { status, fetchedAtMicros } = state
  return (
    <>
      {metadataLabel(state)}{' '}
      {status !== 'pending' && fetchedAtMicros !== null && <Age micros={fetchedAtMicros} focusable ago />}
    </>
  )
}

/** Refetches the token once its pending metadata was fetched. */
function useReloadWhenFetched(tokenDataId: string, state: MetadataState | undefined): void {
  const client = useQueryClient()
  const waited = useRef(false)
  useEffect(() => {
    if (state === undefined) return
    if (waited.current && state.status === 'ready')
      void client.invalidateQueries({ queryKey: [TOKEN_KEY, tokenDataId] })
    waited.current = state.status === 'pending'
  }, [client, tokenDataId, state])
}

/** Polling interval while metadata is pending. */
const WAITING_MS = 2_000

/** Returns the query of a token's metadata state; polls while it is pending. */
function metadataStateQuery(api: ApiClient, tokenDataId: string) {
  return {
    queryKey: ['metadata-state', tokenDataId] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      return api(getMetadataState, { params: { id: tokenDataId } }, { signal })
    },
    staleTime: STALE.details,
    refetchInterval: (query: { state: { data: MetadataState | undefined } }) =>
      query.state.data?.status === 'pending' ? WAITING_MS : false,
  }
}

/** Returns the label of a metadata state, which the time of the last fetch follows. */
export function metadataLabel({ status, ahead, fetchedAtMicros }: MetadataState): string {
  if (status === 'pending') return ahead === 0 ? 'Next in line' : `Queued behind ${formatCount(ahead)}`
  if (status === 'failed') return fetchedAtMicros === null ? 'Couldn’t refresh' : 'Unavailable, last fetched'
  return 'Fetched'
}
