import { ApiError } from '@opal/contract/api-error'
import { getToken } from '@opal/contract/endpoints/get-token'
import { mediaUrl } from '@opal/contract/media-url'
import { toAddressOrNull } from '@opal/domain/address'
import { useQuery } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRouteError } from 'react-router'
import { ActivityPanel } from '../features/activity/activity-panel.tsx'
import { DEFAULT_ACTIVITY_VIEW } from '../features/activity/activity-view.ts'
import { TokenDetail } from '../features/tokens/token-detail.tsx'
import { tokenQuery } from '../features/tokens/token-query.ts'
import { useLiveToken } from '../features/tokens/use-live-token.ts'
import { ErrorPage } from '../lib/error-page.tsx'
import { apiContext, publicConfigContext } from '../lib/load-context.ts'
import { useSite } from '../lib/site.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const id = toAddressOrNull(params.token ?? '')
  if (id === null) throw data(null, { status: 404 })
  const token = await context
    .get(apiContext)(getToken, { params: { id } }, { signal: request.signal })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'token-not-found') throw data(null, { status: 404 })
      throw error
    })
  return { token, apiUrl: context.get(publicConfigContext).apiUrl, loadedAt: Date.now() }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [{ title: 'Token | Opal' }]
  const { token, apiUrl } = loaderData
  return [
    { title: `${token.name} | ${token.collectionName} | Opal` },
    { name: 'description', content: token.description.slice(0, 160) || `${token.name} of ${token.collectionName}` },
    { property: 'og:title', content: token.name },
    ...(token.image === null ? [] : [{ property: 'og:image', content: mediaUrl(apiUrl, token.image, 1024) }]),
  ]
}

export default function TokenPage() {
  const { token: loaded, loadedAt } = useLoaderData<typeof loader>()
  const query = useQuery({
    ...tokenQuery(useSite().api, loaded.tokenDataId),
    initialData: loaded,
    initialDataUpdatedAt: loadedAt,
  })
  useLiveToken(loaded.collectionId, loaded.tokenDataId)
  return (
    <main>
      <TokenDetail
        key={loaded.tokenDataId}
        token={query.data}
        place="page"
        activity={
          <ActivityPanel
            scope={{ tokenDataId: loaded.tokenDataId }}
            view={DEFAULT_ACTIVITY_VIEW}
            emptyText="This Token has no Activity"
          />
        }
      />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
