import { endpointUrl } from '@opal/contract/client'
import { exportActivity, exportPnl, exportPortfolio } from '@opal/contract/portfolio/exports'
import { Button } from '@opal/ui/controls/button'
import { Menu, MenuLabel, MenuLink, MenuSeparator } from '@opal/ui/overlays/menu'
import { Download } from 'lucide-react'
import { Fragment } from 'react'
import { useSite } from '../../../app/site.tsx'

const FILES = [
  { endpoint: exportPortfolio, label: 'Holdings' },
  { endpoint: exportPnl, label: 'P&L by lot' },
  { endpoint: exportActivity, label: 'Activity' },
] as const

/** A wallet's files, as tables and as data. */
export default function DownloadMenu({ address }: { address: string }) {
  const { config } = useSite()
  return (
    <Menu trigger={<Button icon={<Download aria-hidden="true" />}>Download</Button>}>
      {FILES.map(({ endpoint, label }, index) => (
        <Fragment key={endpoint.id}>
          {index > 0 && <MenuSeparator />}
          <MenuLabel>{label}</MenuLabel>
          {(['csv', 'json'] as const).map((format) => (
            <MenuLink
              key={format}
              label={`${label} as ${format.toUpperCase()}`}
              href={endpointUrl(config.apiUrl, endpoint, { params: { wallet: address }, query: { format } })}
              download
            >
              {format.toUpperCase()}
            </MenuLink>
          ))}
        </Fragment>
      ))}
    </Menu>
  )
}
