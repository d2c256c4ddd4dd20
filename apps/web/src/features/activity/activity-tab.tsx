import { useSite } from '../../app/site.tsx'
import { useAddressView } from '../../shared/hooks/use-address-view.ts'
import type { ActivityScope } from './activity-query.ts'
import { ActivityList } from './activity-table.tsx'
import { applyActivityView, parseActivityView } from './activity-view.ts'

/** An activity list as a tab of a page, with its filters in the address. */
export default function ActivityTab({ scope, emptyText }: { scope: ActivityScope; emptyText: string }) {
  const { marketplaces } = useSite()
  const [view, changeView] = useAddressView({
    parse: (search) => parseActivityView(search, marketplaces),
    apply: applyActivityView,
  })
  return <ActivityList scope={scope} view={view} onViewChange={changeView} emptyText={emptyText} />
}
