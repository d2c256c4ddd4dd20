import type { TokenDetail } from '@opal/contract/tokens'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { type ReactNode, Suspense } from 'react'
import { LaterAddressName } from '../../entities/wallet/later-address-name.tsx'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import { formatBps } from '../../shared/format/number.ts'
import { formatTokenStandard } from '../../shared/format/token-standard.ts'
import styles from './token-facts.module.css'

const MetadataRefresh = lazyPart(() => import('./metadata-refresh.tsx'))

/** On-chain facts of a token, and the state of its metadata. */
export function TokenFacts({ token }: { token: TokenDetail }) {
  return (
    <>
      {token.description !== '' && (
        <p className={styles.description} dir="auto">
          {token.description}
        </p>
      )}
      <dl className={styles.facts}>
        <Fact name="Token ID">
          <span className={styles.mono} title={token.tokenDataId}>
            {formatAddress(token.tokenDataId)}
          </span>
        </Fact>
        {token.creatorAddress !== null && (
          <Fact name="Creator">
            <LaterAddressName address={token.creatorAddress} />
          </Fact>
        )}
        <Fact name="Royalty">{formatBps(token.royaltyBps)}</Fact>
        <Fact name="Token standard">{formatTokenStandard(token.tokenStandard)}</Fact>
        <Fact name="Metadata">
          <Suspense fallback={<Skeleton width="160px" height="32px" />}>
            <MetadataRefresh tokenDataId={token.tokenDataId} />
          </Suspense>
        </Fact>
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
