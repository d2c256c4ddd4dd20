import { useSearchParams } from 'react-router'
import { ActivityList } from './activity-list.tsx'
import type { ActivityScope } from './activity-query.ts'
import { applyActivityView, parseActivityView } from './activity-view.ts'

/** An activity list as a tab of a page, its filters in the page's address. */
export default function ActivityTab({ scope, emptyText }: { scope: ActivityScope; emptyText: string }) {
  const [search, setSearch] = useSearchParams()
  return (
    <ActivityList
      scope={scope}
      view={parseActivityView(search)}
      onViewChange={(view) => setSearch(applyActivityView(search, view), { preventScrollReset: true, replace: true })}
      emptyText={emptyText}
    />
  )
}
