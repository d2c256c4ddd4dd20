import { ApiError } from '@opal/contract/http/api-error'
import { getToken } from '@opal/contract/tokens'
import { toAddressOrNull } from '@opal/domain/address'
import { useQuery } from '@tanstack/react-query'
import {
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRouteError,
} from 'react-router'
import { ErrorPage } from '../app/failures/error-page.tsx'
import { pageFailure } from '../app/failures/missing-parts.ts'
import { failedHead, headConfig, pageHead, shareCard } from '../app/head/page-head.ts'
import { apiContext } from '../app/loading/load-context.ts'
import { tokenPath } from '../app/paths.ts'
import { useSite } from '../app/site.tsx'
import { TokenActivity } from '../features/activity/activity-panel.tsx'
import { NO_TOKEN } from '../features/token/no-token.ts'
import { TokenDetail } from '../features/token/token-detail.tsx'
import { tokenQuery } from '../features/token/token-query.ts'
import { useLiveToken } from '../features/token/use-live-token.ts'
import { byOwnClock } from '../shared/hooks/by-own-clock.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args
  const id = toAddressOrNull(params.token ?? '')
  if (id === null) throw data({ reason: NO_TOKEN }, { status: 404 })
  const token = await context
    .get(apiContext)(getToken, { params: { id } }, { signal: request.signal })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'token-not-found')
        throw data({ reason: NO_TOKEN }, { status: 404 })
      throw pageFailure(error, args)
    })
  const { collectionId, collectionSlug, tokenDataId } = token
  const of = params.collection ?? ''
  if (of !== collectionSlug && toAddressOrNull(of) !== collectionId)
    throw redirect(tokenPath(collectionId, tokenDataId) + new URL(request.url).search)
  return { token, loadedAt: Date.now() }
}

/** Loads only another token: tabs fetch in the browser. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.token !== nextParams.token
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, error }) => {
  const config = headConfig(matches)
  if (loaderData === undefined || config === undefined) return failedHead(error, 'Item')
  const { name, collectionName, description, collectionId, tokenDataId, creatorAddress } = loaderData.token
  return pageHead(config, {
    title: `${name} | ${collectionName}`,
    description: description || `${name} of ${collectionName} on Aptos: price, bids, rarity and history.`,
    path: tokenPath(collectionId, tokenDataId),
    card: shareCard(config.apiUrl, 'token', tokenDataId),
    structured: {
      '@type': 'VisualArtwork',
      name,
      isPartOf: { '@type': 'Collection', name: collectionName },
      ...(creatorAddress !== null && { creator: { '@type': 'Thing', identifier: creatorAddress } }),
    },
  })
}

export default function TokenPage() {
  const { token: loaded, loadedAt } = useLoaderData<typeof loader>()
  const query = useQuery({
    ...tokenQuery(useSite().api, loaded.tokenDataId),
    initialData: loaded,
    initialDataUpdatedAt: byOwnClock(loadedAt),
  })
  useLiveToken(loaded.collectionId, loaded.tokenDataId)
  return (
    <main>
      <TokenDetail
        key={loaded.tokenDataId}
        token={query.data}
        place="page"
        activity={<TokenActivity tokenDataId={loaded.tokenDataId} />}
      />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
