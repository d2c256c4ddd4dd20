import { useAddressView } from '../../lib/use-address-view.ts'
import { ActivityList } from './activity-list.tsx'
import type { ActivityScope } from './activity-query.ts'
import { applyActivityView, parseActivityView } from './activity-view.ts'

/** An activity list as a tab of a page, its filters in the page's address. */
export default function ActivityTab({ scope, emptyText }: { scope: ActivityScope; emptyText: string }) {
  const [view, changeView] = useAddressView({ parse: parseActivityView, apply: applyActivityView })
  return <ActivityList scope={scope} view={view} onViewChange={changeView} emptyText={emptyText} />
}
