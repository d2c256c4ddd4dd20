import { type EncodedChange, encodeTableDeletion, encodeTableItem } from './encode-change.ts'
import { estimateBytes } from './estimate-bytes.ts'
import type { SlotChange } from './gas-schedule.ts'
import type { Overlay, WrittenItem } from './overlay.ts'
import type { TableItem } from './state.ts'

/** One table item that a transaction left behind, or removed. */
interface TouchedItem extends WrittenItem {
  readonly handle: string
  /** What stood there before. */
  readonly before: TableItem | null
}

/** The table items of a write set in the node's order: by handle, then by the bytes of the key. */
export function tableChangesOf(overlay: Overlay): EncodedChange[] {
  return touchedItems(overlay).sort(byHandleAndKey).map(tableChange)
}

/** How large the written table items were and are. */
export function tableSlotsOf(overlay: Overlay): SlotChange[] {
  return touchedItems(overlay).map(({ before, item }) => ({ bytesBefore: sizeOf(before), bytesAfter: sizeOf(item) }))
}

/** An item that came and went within the transaction leaves no trace. */
function touchedItems(overlay: Overlay): TouchedItem[] {
  const touched: TouchedItem[] = []
  for (const [handle, table] of overlay.items) {
    for (const { at, item } of table.values()) {
      const before = overlay.parent.tableItem(handle, at.key)
      if (before !== null || item !== null) touched.push({ handle, at, item, before })
    }
  }
  return touched
}

function sizeOf(item: TableItem | null): number {
  return item === null ? 0 : item.keyBytes.length + estimateBytes(item.value)
}

function tableChange({ handle, at, item }: TouchedItem): EncodedChange {
  return item === null ? encodeTableDeletion(handle, at) : encodeTableItem(handle, item)
}

function byHandleAndKey(left: TouchedItem, right: TouchedItem): number {
  if (left.handle !== right.handle) return left.handle < right.handle ? -1 : 1
  return Buffer.compare(left.at.keyBytes, right.at.keyBytes)
}
