import { execFileSync } from 'node:child_process'

const TABLE = ['inet', 'opal_drill'] as const

/** Brings the loopback interface of this network namespace up: a new one has it down. */
export function openLoopback(): void {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
}

/**
 * Drops every packet to and from ports, in this network namespace alone. @returns a function that ends that.
 */
export function cutOff(ports: readonly number[]): () => void {
  nft('add', 'table', ...TABLE)
  nft('add', 'chain', ...TABLE, 'input', '{ type filter hook input priority 0; }')
  for (const port of ports)
    for (const side of ['dport', 'sport']) nft('add', 'rule', ...TABLE, 'input', 'tcp', side, String(port), 'drop')
  return () => nft('delete', 'table', ...TABLE)
}

function nft(...args: readonly string[]): void {
  execFileSync('nft', args)
}
