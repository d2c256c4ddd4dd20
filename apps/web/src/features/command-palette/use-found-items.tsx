import type { Collection } from '@opal/contract/collections'
import type { CommandItem } from '@opal/ui/overlays/command-menu'
import { useNavigate } from 'react-router'
import { collectionPath, walletPath } from '../../app/paths.ts'
import { LookAlikeBadge } from '../../entities/collection/look-alike-badge.tsx'
import { VerifiedBadge } from '../../entities/collection/verified-badge.tsx'
import { type FoundWallet, useSearch } from '../../entities/search/use-search.ts'
import { AddressIdenticon } from '../../entities/wallet/address-identicon.tsx'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import styles from './command-palette.module.css'

/** Most collections that the palette lists; the search field lists them all. */
const MAX_COLLECTIONS = 8

/** The collections and wallets that an input finds, as items that open their pages. */
export interface FoundItems {
  /** Empty while nothing is asked. */
  readonly items: readonly CommandItem[]
  readonly isPending: boolean
}

/** Searches collections and wallets by an input. */
export function useFoundItems(text: string): FoundItems {
  const navigate = useNavigate()
  const { asked, collections, wallets, isPending } = useSearch(text)
  if (text.trim() === '' || asked.kind === 'nothing') return { items: [], isPending }
  const isNamed = asked.kind === 'name'
  const items = [
    ...(isNamed ? [] : (collections ?? []))
      .slice(0, MAX_COLLECTIONS)
      .map((row) => collectionItem(row, () => void navigate(collectionPath(row.slug)))),
    ...(wallets ?? []).map((wallet) => walletItem(wallet, () => void navigate(walletPath(wallet.walletAddress)))),
  ]
  return { items, isPending }
}

function collectionItem(row: Collection, onChoose: () => void): CommandItem {
  return {
    id: `collection.${row.collectionId}`,
    title: row.collectionName,
    group: 'Collections',
    found: true,
    icon: (
      <span className={styles.image}>
        <ResponsiveImage src={row.collectionImage} alt={row.collectionName} width={32} decorative />
      </span>
    ),
    detail: (
      <>
        {row.isVerified && <VerifiedBadge />}
        {row.looksLike && <LookAlikeBadge looksLike={row.looksLike} />}
        <span className={styles.floor}>
          Floor <Price octas={row.floorPrice} />
        </span>
      </>
    ),
    onChoose,
  }
}

function walletItem({ walletAddress, aptosName }: FoundWallet, onChoose: () => void): CommandItem {
  return {
    id: `wallet.${walletAddress}`,
    title: aptosName ?? formatAddress(walletAddress, 'long'),
    group: 'Wallets',
    found: true,
    icon: <AddressIdenticon address={walletAddress} size={24} />,
    onChoose,
  }
}
