import { execFileSync } from 'node:child_process'

const TABLE = ['inet', 'opal_drill'] as const

/** Brings up the loopback interface of this network namespace, which is down in a new one. */
export function openLoopback(): void {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
}

/**
 * Drops all packets to and from ports, in this network namespace only. @returns a function that restores them.
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
