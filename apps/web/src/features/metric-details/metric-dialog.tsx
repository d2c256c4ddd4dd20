import { IconButton } from '@opal/ui/controls/icon-button'
import { Select } from '@opal/ui/controls/select'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useQuery } from '@tanstack/react-query'
import { Copy, ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { explainMetric } from '../../app/commands.ts'
import { versionUrl } from '../../app/paths.ts'
import { useMarketplaceName, useSite } from '../../app/site.tsx'
import { METRIC_IDS, type MetricRequest } from '../../entities/collection/metrics.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { Age } from '../../shared/components/age.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { Price } from '../../shared/components/price.tsx'
import { copyText } from '../../shared/format/copy-text.ts'
import type { MetricDefinition, MetricDetails, MetricValue } from './metric-definition.ts'
import { METRIC_DEFINITIONS } from './metric-definitions.ts'
import styles from './metric-dialog.module.css'

export interface MetricDialogProps {
  request: MetricRequest
  onClose(): void
}

/** Dialog that explains a metric: definition, inputs, ledger version, events, and queries that reproduce it. */
export default function MetricDialog({ request, onClose }: MetricDialogProps) {
  const { api } = useSite()
  const definition = METRIC_DEFINITIONS[request.metric]
  const eventsPath = definition.eventsPath(request.subject, useOwnAddress())
  const { data, isPending, isLoadingError, error, refetch } = useQuery({
    queryKey: ['working', request],
    queryFn: ({ signal }) => definition.read(api, request.subject, signal),
    staleTime: 0,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${definition.name}: how it’s calculated`}
      description={`${request.subject.name}. ${definition.meaning}`}
      width={560}
    >
      <div className={styles.body} aria-busy={isPending}>
        <OtherMetrics request={request} />
        <section>
          <h3 className={styles.heading}>Formula</h3>
          <code className={styles.formula}>{definition.formula}</code>
        </section>
        {isLoadingError ? (
          <LoadError title="Couldn’t load this metric" error={error} onRetry={refetch} />
        ) : (
          <Inputs definition={definition} details={data} />
        )}
        {data !== undefined && data.events.length > 0 && <Events details={data} />}
        {eventsPath !== null && (
          <Link to={eventsPath} className={styles.all} onClick={onClose}>
            See every row
          </Link>
        )}
        <Queries definition={definition} request={request} isAmount={data !== undefined && 'octas' in data.value} />
      </div>
    </Dialog>
  )
}

/** Selects another metric of the same subject. */
function OtherMetrics({ request: { metric, subject } }: { request: MetricRequest }) {
  const [area] = metric.split('.')
  const options = METRIC_IDS.filter((id) => id.startsWith(`${area}.`)).map((value) => ({
    value,
    label: METRIC_DEFINITIONS[value].name,
  }))
  const change = (next: typeof metric) => explainMetric({ metric: next, subject })
  return <Select label="Metric" value={metric} onValueChange={change} options={options} />
}

function Inputs({ definition, details }: { definition: MetricDefinition; details: MetricDetails | undefined }) {
  const nameOf = useMarketplaceName()
  if (details === undefined) return <Skeleton height="96px" />
  return (
    <section>
      <h3 className={styles.heading}>Live value</h3>
      <dl className={styles.inputs}>
        {details.inputs.map(({ name, marketplace, value }) => (
          <div key={`${name} ${marketplace}`} className={styles.input}>
            <dt>{marketplace === undefined ? name : `${name} ${nameOf(marketplace)}`}</dt>
            <dd>
              <Value value={value} />
            </dd>
          </div>
        ))}
        <div className={styles.input} data-result="">
          <dt>{definition.name}</dt>
          <dd>
            <Value value={details.value} />
          </dd>
        </div>
      </dl>
      <p className={styles.version}>
        {details.version === null ? 'Couldn’t read the ledger version.' : `As of ledger version ${details.version}.`}
      </p>
    </section>
  )
}

function Events({ details }: { details: MetricDetails }) {
  const { config } = useSite()
  return (
    <section>
      <h3 className={styles.heading}>Latest transactions</h3>
      <ul className={styles.events}>
        {details.events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one transaction can hold several events of the same kind.
          <li key={`${event.version} ${index}`} className={styles.event}>
            <span className={styles.words}>{event.text}</span>
            {event.value === null ? <span /> : <Value value={event.value} />}
            <a className={styles.transaction} href={versionUrl(config, event.version)} target="_blank" rel="noreferrer">
              {event.atMicros !== null && <Age micros={event.atMicros} />}
              <span className={styles.hidden}>, raw events of transaction {event.version}</span>
              <ExternalLink aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface QueriesProps {
  definition: MetricDefinition
  request: MetricRequest
  isAmount: boolean
}

function Queries({ definition, request, isAmount }: QueriesProps) {
  const { config } = useSite()
  const { url, member } = definition.call(config.apiUrl, request.subject)
  return (
    <section className={styles.queries}>
      <h3 className={styles.heading}>Verify it yourself</h3>
      <CopyableQuery label="With the public API" text={`curl -s '${url}' | jq '.${member}'`} />
      <CopyableQuery
        label={`From the public snapshot${isAmount ? ', in octas' : ''}`}
        text={definition.sql(request.subject)}
      />
    </section>
  )
}

function Value({ value }: { value: MetricValue }) {
  if ('text' in value) return <span className={styles.value}>{value.text}</span>
  if (value.octas === null) return <span className={styles.unknown}>unknown</span>
  return (
    <span className={styles.value}>
      <Price octas={value.octas} exact bare />
      <span aria-hidden="true"> APT</span>
    </span>
  )
}

/** A query in full, with a button that copies it. */
function CopyableQuery({ label, text }: { label: string; text: string }) {
  return (
    <figure className={styles.query}>
      <figcaption>
        {label}
        <IconButton label={`Copy: ${label}`} size="sm" onClick={() => void copyText(text, 'Query copied')}>
          <Copy />
        </IconButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
    </figure>
  )
}
