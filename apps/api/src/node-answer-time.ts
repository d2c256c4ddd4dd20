/**
 * Longest wait for one answer of the node, milliseconds: less than HAProxy waits for a call that is asked of no other API, so that who asks for
 * a trade, or signs in, is told that the node does not answer, and not that the site fails.
 */
export const NODE_ANSWER_MS = 7_000
