import { defineTable, type RowOf, text } from './table.ts'

/**
 * A Move package of our own, by its address in the short form of Move types: who calls one trades through us.
 * Key: package_address. Writer: write/write-venues, when the indexer starts. Rebuildable: from configuration.
 */
export const ownPackages = defineTable('market.own_packages', ['package_address'], { package_address: text })
export type OwnPackageRow = RowOf<typeof ownPackages>
