import { useState } from 'react'
import { useSite } from '../app/site.tsx'
import { TradingHost } from '../features/trading/trading-host.tsx'
import { createRestNode } from '../features/wallet/rest-node.ts'

/** The site's trading dialogs, which follow transactions on the node that the page is configured with. */
export default function RootTrading() {
  const { config } = useSite()
  const [node] = useState(() => createRestNode(config.nodeUrl))
  return <TradingHost node={node} />
}
