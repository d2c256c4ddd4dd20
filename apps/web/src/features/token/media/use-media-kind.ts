import type { TokenDetail } from '@opal/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { kindOfCategory, kindOfEnding, kindOfType, type MediaKind } from './media-kind.ts'

/**
 * Returns the kind of a token's animation: by its metadata, else by its content type, else by its file extension. Null without an
 * animation, and until the content type is loaded.
 */
export function useMediaKind({ video, category }: Pick<TokenDetail, 'video' | 'category'>): MediaKind | null {
  const { apiUrl } = useSite().config
  const said = kindOfCategory(category)
  const type = useQuery({
    queryKey: ['media-type', video],
    queryFn: async ({ signal }) => {
      const { fetchMediaType } = await import('./fetch-media-type.ts')
      return fetchMediaType(apiUrl, video ?? '', signal)
    },
    enabled: video !== null && said === null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (video === null) return null
  if (said !== null) return said
  return type.isPending ? null : (kindOfType(type.data ?? null) ?? kindOfEnding(video))
}
