import { mediaTypeUrl } from '@opal/contract/media-url'
import type { TokenDetail } from '@opal/contract/shapes/token'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { useSite } from '../../lib/site.tsx'
import { kindOfCategory, kindOfEnding, kindOfType, type MediaKind } from './media-kind.ts'

/**
 * What a token's animation is: what its metadata says, else what its host says it gives, and only where neither says anything what
 * its address ends in. Null without one, and until the host has answered.
 */
export function useMediaKind({ video, category }: Pick<TokenDetail, 'video' | 'category'>): MediaKind | null {
  const { apiUrl } = useSite().config
  const said = kindOfCategory(category)
  const type = useQuery({
    queryKey: ['media-type', video],
    queryFn: ({ signal }) => fetchType(mediaTypeUrl(apiUrl, video ?? ''), signal),
    enabled: video !== null && said === null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (video === null) return null
  if (said !== null) return said
  return type.isPending ? null : (kindOfType(type.data ?? null) ?? kindOfEnding(video))
}

const answer = z.object({ type: z.string().nullable() })

async function fetchType(url: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(url, { signal })
  return response.ok ? answer.parse(await response.json()).type : null
}
